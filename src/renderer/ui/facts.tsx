import { CopyButton } from './copy-button'
import { Foreign } from './foreign'

/** A name, what it stands for, and whether a button stands beside that to copy it. */
export type Fact = readonly [name: string, value: string, more?: 'copies']

/** Facts, a row each. `mono` is for what people compare letter by letter. */
export function Facts(props: { readonly rows: readonly Fact[]; readonly mono?: boolean }) {
  return (
    <dl className="facts">
      {props.rows.map(([name, value, more]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={props.mono === true ? 'mono' : undefined}>
            <Foreign text={value} />
            {more === 'copies' && <CopyButton name={name} text={value} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
