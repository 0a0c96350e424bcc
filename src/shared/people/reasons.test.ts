import { describe, expect, it } from 'vitest'
import { reasons as ja } from '../languages/ja'
import { reasonsSchema } from './people'
import { reasonToSend, usualReasons } from './rules'

const list = ['damaged', 'Wrong colour', 'other']

describe('a reason', () => {
  it('goes to the service in the store’s language, the store’s own words as they are', () => {
    expect([
      reasonToSend({ code: 'damaged', text: 'left over' }, list, ja),
      reasonToSend({ code: 'Wrong colour', text: '' }, list, ja),
      reasonToSend({ code: 'other', text: 'The zip broke' }, list, ja),
    ]).toEqual([
      { code: 'damaged', text: '商品の破損' },
      { code: 'Wrong colour', text: 'Wrong colour' },
      { code: 'other', text: 'The zip broke' },
    ])
  })

  it('is none where it isn’t on the store’s list, whatever the window sent', () => {
    expect(['wrong_item', 'Torn', ''].map((code) => reasonToSend({ code, text: 'x' }, list, ja))).toEqual([
      null,
      null,
      null,
    ])
  })
})

it('a store’s list has one to nine reasons, each once', () => {
  const nine = Array.from({ length: 9 }, (_, number) => `Reason ${number}`)
  expect(
    [usualReasons, nine, [], [...nine, 'Tenth'], ['damaged', 'damaged'], ['x'.repeat(41)], ['  ']].map(
      (each) => reasonsSchema.safeParse(each).success,
    ),
  ).toEqual([true, true, false, false, false, false, false])
})
