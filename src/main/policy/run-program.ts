import { execFile } from 'node:child_process'

/** Runs a program to its end. `code` is null where it did not start, or did not end by itself. Never throws. */
export type RunProgram = (
  file: string,
  args: readonly string[],
) => Promise<{ readonly code: number | null; readonly stdout: string }>

const longestMilliseconds = 10_000
/** In bytes. */
const longestOutput = 1024 * 1024

export const runProgram: RunProgram = (file, args) =>
  new Promise((resolve) => {
    const limits = { timeout: longestMilliseconds, maxBuffer: longestOutput, windowsHide: true }
    execFile(file, [...args], { ...limits, encoding: 'utf8' }, (error, stdout) => {
      const code = error === null ? 0 : typeof error.code === 'number' && !error.killed ? error.code : null
      resolve({ code, stdout })
    })
  })
