const shortest = 4
const longest = 64
const runs = ['01234567890', '09876543210', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl']

/** Whether a PIN is one of the first that anybody would try: too short, one sign, one pair, or a row of keys. */
export function isWeakPin(pin: string): boolean {
  const signs = Array.from(pin.toLowerCase())
  if (signs.length < shortest || signs.length > longest) return true
  const text = signs.join('')
  // One sign or one pair over and over: 0000, 1212.
  if (/^(.)\1*$/u.test(text) || /^(..)\1+$/u.test(text)) return true
  return runs.some((run) => run.includes(text))
}
