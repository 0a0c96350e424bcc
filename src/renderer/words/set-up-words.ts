import type { SetUpStep } from '../../shared/set-up'
import { shellWords } from './shell-words'

const names: Readonly<Record<SetUpStep, string>> = {
  connect: 'Connect',
  name: 'Till name',
  pin: 'Supervisor PIN',
  test_print: 'Test print',
}

/** The first start, step by step, and what of it was left for later. */
export const setUpWords = {
  title: shellWords.setUp,
  steps: 'Steps',
  step: (step: SetUpStep) => names[step],
  done: 'Done',
  later: 'Later',
  laterHelp: 'You can finish this later in Settings.',
  next: 'Next',
  finish: 'Finish',
  nameTitle: 'What is this till called?',
  nameMeaning: 'Shown at the top and on slips.',
  save: 'Save',
  pinTitle: 'Choose a supervisor PIN',
  pinMeaning:
    'A supervisor types it to change this till’s settings, and to settle refunds that Tillside can’t confirm itself. Six digits or letters at least.',
  testTitle: 'Does the printer work?',
  left: 'Finish setting up',
  leftMeaning: 'Still to do:',
} as const
