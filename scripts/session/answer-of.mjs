// @ts-check
import { PlainFailure } from '../setup/project.mjs'

const startLimitMs = 15_000

/**
 * Waits for the one line that a server writes to its fourth stream once it can be used.
 * @param {import('node:child_process').ChildProcess} server
 * @param {string} what the server's name in a complaint
 * @returns {Promise<string>} the line; rejects with a PlainFailure when none comes
 */
export function answerOf(server, what) {
  let complaint = ''
  let answer = ''
  server.stderr?.on('data', (words) => {
    complaint = (complaint + words).slice(-2000)
  })
  return new Promise((resolve, reject) => {
    const fail = (/** @type {string} */ why) =>
      reject(new PlainFailure(`${what} did not start: ${why} ${complaint}`.trim()))
    const limit = setTimeout(() => fail('no answer.'), startLimitMs)
    server.stdio[3]?.on('data', (words) => {
      answer += words
      if (!answer.includes('\n')) return
      clearTimeout(limit)
      resolve(answer.trim())
    })
    server.once('error', (error) => fail(error.message))
    server.once('exit', (code) => {
      clearTimeout(limit)
      fail(`it ended with ${code}.`)
    })
  })
}
