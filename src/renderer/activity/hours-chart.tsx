import type { Day } from '../../shared/refund/day'

/** A shop's usual hours: a day with few refunds is drawn as wide as any other. */
const usual = { first: 9, last: 20 } as const
/** Of the drawing, in its own units. */
const [step, bar, height] = [10, 7, 40] as const

/** How many refunds each hour had, as bars with the hours under them. The figures stand in the table: this is for the eye. */
export function HoursChart({ hours }: Pick<Day, 'hours'>) {
  const counts = new Map<number, number>()
  for (const { hour, count } of hours) counts.set(hour, (counts.get(hour) ?? 0) + count)
  const first = Math.min(usual.first, ...counts.keys())
  const last = Math.max(usual.last, ...counts.keys())
  const shown = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  const most = Math.max(1, ...counts.values())
  return (
    <div className="hours" aria-hidden="true">
      <svg aria-hidden="true" viewBox={`0 0 ${shown.length * step} ${height}`} preserveAspectRatio="none">
        {shown.map((hour, place) => {
          const high = ((counts.get(hour) ?? 0) / most) * height
          return <rect key={hour} x={place * step} y={height - high} width={bar} height={high} />
        })}
      </svg>
      <div className="hours-names soft">
        {shown.map((hour) => (
          <small key={hour}>{hour % 3 === 0 ? hour : ''}</small>
        ))}
      </div>
    </div>
  )
}
