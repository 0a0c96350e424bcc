import { describe, expect, it } from 'vitest'
import { type UpdateState, updateNext, updateProblems } from '../../shared/update-state'
import { draw, wordsIn } from '../store/testing/draw'
import { updateNextWords, updateProblemWords } from '../words/update-words'
import { UpdateNotice } from './update-notice'

const shown = (update: UpdateState) => wordsIn(draw(<UpdateNotice />, { update }))
const newer = { kind: 'newer', version: '1.2.3', hour: 3, problem: null } as const

describe('new versions, in About', () => {
  it('are not spoken of where nobody set them up, nor in practice', () => {
    expect([shown({ kind: 'off', why: 'not_set' }), shown({ kind: 'off', why: 'practice' })]).toEqual([
      '',
      '',
    ])
  })

  it('say what becomes of one: at its hour, or by the system’s own means', () => {
    expect([
      shown({ ...newer, next: 'hour' }),
      shown({ ...newer, next: 'hour', hour: 22 }),
      shown({ ...newer, next: 'package_manager' }),
    ]).toEqual([
      'There’s a new version: 1.2.3 Installs tonight at 03:00.',
      'There’s a new version: 1.2.3 Installs at 22:00.',
      'There’s a new version: 1.2.3 Your system’s package manager installs it.',
    ])
  })

  it('ask whoever is at work, and nobody else', () => {
    const asking = updateNext.filter((next) => shown({ ...newer, next }).includes('Install it now'))
    expect(asking).toEqual(['person'])
  })

  it('say why none is taken, also while one is known', () => {
    expect(shown({ kind: 'none', askedAt: null, problem: 'wrong_signature' })).toBe(
      'What the server for updates offers isn’t signed by Tillside. It wasn’t taken.',
    )
    expect(shown({ ...newer, next: 'download', problem: 'no_room' })).toContain('There’s no room')
    expect(shown({ kind: 'off', why: 'no_key' })).toBe(
      'Updates are off: this build has no key of its own for them.',
    )
  })

  it('have words for whatever happens', () => {
    const words = [
      ...updateNext.map((next) => updateNextWords({ next, hour: 3 })),
      ...updateProblems.map(updateProblemWords),
    ]
    expect(words.every((each) => each.endsWith('.'))).toBe(true)
  })
})
