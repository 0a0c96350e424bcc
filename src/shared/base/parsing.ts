/**
 * Keeps zod from compiling schemas, which takes longer at a start than it saves later. Loaded before any schema, and a file of
 * its own because the program's first file must not load zod before the first paint.
 */
import { config } from 'zod'

config({ jitless: true })
