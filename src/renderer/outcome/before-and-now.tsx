import { Foreign } from '../ui/foreign'

import './outcome.css'

/** What the service says otherwise than before, a row each. */
export function BeforeAndNow(props: {
  readonly heads: { readonly was: string; readonly now: string }
  readonly rows: readonly { readonly name: string; readonly was: string; readonly now: string }[]
}) {
  return (
    <table className="changes">
      <thead>
        <tr>
          <td />
          <th scope="col">{props.heads.was}</th>
          <th scope="col">{props.heads.now}</th>
        </tr>
      </thead>
      <tbody className="mono">
        {props.rows.map(({ name, was, now }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Foreign text={was} />
            </td>
            <td>
              <strong>
                <Foreign text={now} />
              </strong>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
