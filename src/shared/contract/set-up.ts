import type { AppState } from './contract'

/** The steps by which a new till is set up, in their order, and which of them are left. */

export const setUpSteps = ['connect', 'name', 'manager', 'test_print'] as const
export type SetUpStep = (typeof setUpSteps)[number]

/**
 * The test print leaves nothing else behind that it could be told by. `none`: nobody was ever asked for one, as on a till
 * that was provisioned.
 */
export const testPrints = ['none', 'left', 'done'] as const

type SetUpState = Pick<AppState, 'mode' | 'tillName' | 'keychain' | 'testPrint'> & {
  readonly people: Pick<AppState['people'], 'state'>
}

/** Whether a step needs nobody any more. */
export function isStepDone(step: SetUpStep, app: SetUpState): boolean {
  switch (step) {
    case 'connect':
      return app.mode !== 'welcome'
    case 'name':
      return app.tillName !== ''
    case 'manager':
      return app.people.state !== 'none'
    case 'test_print':
      return app.testPrint === 'done'
  }
}

/** The first manager is whoever has just connected the till; without a keychain there is none. */
function canBeDone(step: SetUpStep, app: SetUpState): boolean {
  if (step === 'manager') return app.mode !== 'welcome' && app.keychain.works
  return step !== 'test_print' || app.mode === 'welcome' || app.testPrint !== 'none'
}

/** What of setting this till up is left; nothing in practice, which is set up already. */
export function stepsLeft(app: SetUpState): readonly SetUpStep[] {
  if (app.mode === 'practice') return []
  return setUpSteps.filter((step) => !isStepDone(step, app) && canBeDone(step, app))
}

/** The next one of them behind that step; null where there is none. */
export function stepAfter(step: SetUpStep, app: SetUpState): SetUpStep | null {
  const later = setUpSteps.slice(setUpSteps.indexOf(step) + 1)
  return stepsLeft(app).find((each) => later.includes(each)) ?? null
}

/** A barcode that is no payment's: on the test slip, so that printer and scanner can be tried together. */
export const testSlipCode = 'TILLSIDE-TEST-SLIP'
