import { relatedKinds } from '../../shared/payment/codes'
import type { Reply } from './call-service'
import { complaintsOf, documentedEnvelope, documentedError, isDocumentedRelated } from './documented-record'

/**
 * What an answer has that interface.md does not: it must be the error of §7, or the envelope of §2.1 with the
 * record of the payment that was asked for and, where they were asked for, related records. Empty if it conforms.
 */
export function answerComplaints(reply: Reply | string, id: string): readonly string[] {
  if (typeof reply === 'string') return [`no answer: ${reply}`]
  if (documentedError.safeParse(reply.body).success) return []
  const envelope = documentedEnvelope.safeParse(reply.body)
  if (!envelope.success) return ['neither an envelope nor an error']
  const { data } = envelope.data
  const members = Object.entries(data)
  const isKind = (name: string) => relatedKinds.some((kind) => kind === name)
  const odd = members.filter(([name, value]) => isKind(name) && !isDocumentedRelated(value))
  return [
    ...complaintsOf(Object.fromEntries(members.filter(([name]) => !isKind(name)))),
    ...odd.map(([name]) => `${name} is no object`),
    ...(data.id === id ? [] : ['the record of another payment']),
  ]
}
