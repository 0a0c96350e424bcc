import { createPortal } from 'react-dom'
import type { PaperJob } from '../store/store-state'
import { PaperSheet } from './paper'

/** Lays out what goes on paper, beside the page; the print style sheet shows only this. */
export function PaperHost({ job }: { readonly job: PaperJob }) {
  const place = document.getElementById('paper')
  return place === null ? null : createPortal(<PaperSheet job={job} />, place)
}
