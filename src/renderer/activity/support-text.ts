import type { AttemptEvidence } from '../../shared/contract'
import { activityWords } from '../words/activity'
import { eventWords } from '../words/event-words'
import { attemptState } from '../words/state-words'
import { factsOf } from './evidence-facts'
import { rawOf } from './raw-answer'

/** How much of one answer, and of all: the clipboard takes 65,535 characters. */
const longestAnswer = 2000
const longestText = 60_000

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}…`
}

/**
 * All that is known of one refund as plain text, for whoever is asked about it: who it was, how it stands, and each line of
 * the record with what came back. Times are ISO 8601 in UTC, so that they mean the same elsewhere.
 * @param program what ran: name and version
 */
export function supportText({ attempt, events }: AttemptEvidence, program: string): string {
  const facts = factsOf(attempt).map(([name, value]) => `${name}: ${value}`)
  const lines = events.flatMap((event) => {
    const raw = rawOf(event)
    const line = `${new Date(event.at).toISOString()}  ${eventWords(event)}`
    return raw === null
      ? [line]
      : [
          line,
          ...cut(raw, longestAnswer)
            .split('\n')
            .map((part) => `    ${part}`),
        ]
  })
  const head = [program, `${attempt.intent.marker}  ${attemptState(attempt.state).word}`]
  const text = [...head, '', activityWords.sent, ...facts, '', ...lines].join('\n')
  // The marks that keep a foreign text's direction apart are for the screen.
  return cut(text.replace(/[\u2066-\u2069]/g, ''), longestText)
}
