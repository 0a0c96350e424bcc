const paths = {
  copy: 'M8 3.5h8.5V14M3.5 7H13v9.5H3.5z',
  erase: 'M7.5 4.5H17v11H7.5L2.5 10zM10 8l4 4m0-4-4 4',
  list: 'M3 5.5h14M3 10h14M3 14.5h14',
  close: 'm5 5 10 10M15 5 5 15',
} as const

/** A small line drawing in the colour of the text around it. Never the only name of anything. */
export function Icon(props: { readonly name: keyof typeof paths }) {
  return (
    <svg className="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true" focusable="false">
      <path
        d={paths[props.name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.7"
        strokeLinejoin="round"
      />
    </svg>
  )
}
