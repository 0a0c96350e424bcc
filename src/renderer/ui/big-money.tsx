import { Sentence } from './text'

/** An amount as the largest thing around. It is never broken: a long one is set smaller. */
export function BigMoney(props: { readonly text: string }) {
  const { length } = props.text
  const size = length <= 15 ? 'usual' : length <= 19 ? 'long' : 'longest'
  return (
    <span className="big-money" data-size={size}>
      <Sentence text={props.text} />
    </span>
  )
}
