/** Loaded before any schema is made: compiling one at its first use takes longer than it saves in a day. */
import { config } from 'zod'

config({ jitless: true })
