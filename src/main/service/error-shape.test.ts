import { expect, it } from 'vitest'
import { readErrorShape, readForeignJson } from './read-answer'

it.each([
  [
    '{"success":false,"message":"Internal Error","status":500}',
    { message: 'Internal Error', status: 500, isDocumented: true },
  ],
  ['{"success":false,"message":"","status":404}', { message: '', status: 404, isDocumented: true }],
  [
    '{"success":false,"message":"x","status":422,"errors":{"amount":["too big"]}}',
    { message: 'x', status: 422, isDocumented: true },
  ],
  ['{"success":false,"message":"x","status":"422"}', { message: 'x', status: 422, isDocumented: false }],
])('reads %s as the documented error', (body, shape) => {
  expect(readErrorShape(readForeignJson(body))).toEqual(shape)
})

it.each([
  '',
  'null',
  '[]',
  '<h1>404</h1>',
  '{"success":true,"message":"x","status":404}',
  '{"success":"false","message":"x","status":404}',
  '{"message":"x","status":404}',
  '{"success":false,"status":404}',
  '{"success":false,"message":null,"status":404}',
  '{"success":false,"message":"x"}',
  '{"success":false,"message":"x","status":404.5}',
  '{"success":false,"message":"x","status":"404 Not Found"}',
  '{"success":false,"message":"x","status":" 404"}',
  '{"success":false,"message":"x","status":true}',
  '{"success":false,"message":"x","status":4',
])('does not take %j for the documented error', (body) => {
  expect(readErrorShape(readForeignJson(body))).toBeNull()
})
