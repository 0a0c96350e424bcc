import type { Log } from '../log/log'
import { systemWords } from '../words/system-words'
import type { StillWords } from './still-page'

type Reason = keyof typeof systemWords.notStarted.reasons

const reasonsByCode: ReadonlyMap<string, Reason> = new Map([
  ['MODULE_NOT_FOUND', 'part_missing'],
  ['ERR_MODULE_NOT_FOUND', 'part_missing'],
  ['ERR_DLOPEN_FAILED', 'part_missing'],
  ['ENOSPC', 'disk_full'],
  ['EACCES', 'no_access'],
  ['EPERM', 'no_access'],
  ['EROFS', 'no_access'],
])

function reasonOf(cause: unknown): Reason {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined
  return (typeof code === 'string' ? reasonsByCode.get(code) : undefined) ?? 'unknown'
}

/** Logs why the program behind the window could not be put together; returns what the window says of it. */
export function startFailure(
  cause: unknown,
  log: Pick<Log, 'error'>,
): StillWords & { readonly reference: string } {
  const reference = log.error('The program could not be put together.', cause)
  const { title, reasons, refunds, next } = systemWords.notStarted
  return { title, paragraphs: [reasons[reasonOf(cause)], refunds], next: next(reference), reference }
}
