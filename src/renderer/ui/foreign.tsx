import { shownText } from '../../shared/shown-text'

/**
 * Text of the service, the store, a list or the journal: it orders nothing around it, and what nobody sees is shown as
 * a mark. Every text from outside is drawn by this, or stands in a sentence of our words (ui/sentence.tsx).
 */
export function Foreign(props: {
  readonly text: string
  /** Its lines stay lines, where the place shows lines. */
  readonly lines?: boolean
}) {
  const { text, lines = false } = props
  return <bdi>{lines ? text.split(/\r?\n/).map(shownText).join('\n') : shownText(text)}</bdi>
}
