export const soundWords = {
  title: 'Sound',
  off: 'Off',
  quiet: 'Quiet',
  medium: 'Medium',
  loud: 'Loud',
} as const
