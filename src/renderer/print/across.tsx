/** So often that some of it is on whatever part is torn off. */
const timesAcross = ['a', 'b', 'c', 'd', 'e', 'f'] as const

/** One word over the whole slip, behind its own: it is not what it looks like. */
export function Across({ word }: { readonly word: string }) {
  return (
    <div className="word-across" aria-hidden="true">
      {timesAcross.map((time) => (
        <span key={time}>{word}</span>
      ))}
    </div>
  )
}
