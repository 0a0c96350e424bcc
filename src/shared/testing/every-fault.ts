/** Of the schema itself, and so not beside its reader: the window and its tests import no zod. */
import { z } from 'zod'
import { type Fault, faultSchema } from '../fault'
import { aRecord } from './record-sample'

/** Every value of what has named values, and some of what is open. */
function valuesOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  if (schema instanceof z.ZodString) return ['The detail']
  if (schema instanceof z.ZodNumber) return [0, 40, 3000].filter((each) => schema.safeParse(each).success)
  if (schema instanceof z.ZodArray) return [valuesOf(schema.element).slice(0, 2)]
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodOptional) return valuesOf(schema.unwrap())
  if (!(schema instanceof z.ZodObject)) return [aRecord()]
  return [Object.fromEntries(Object.entries(schema.shape).map(([name, own]) => [name, valuesOf(own)[0]]))]
}

/** Each kind of fault, with each value of each of its fields. */
export const everyFault: readonly Fault[] = faultSchema.unwrap().options.flatMap(({ shape }) => {
  const fields = Object.entries(shape).map(([name, schema]) => [name, valuesOf(schema)] as const)
  const first = Object.fromEntries(fields.map(([name, [value]]) => [name, value]))
  return fields.flatMap(([name, values]) =>
    values.map((value) => faultSchema.parse({ ...first, [name]: value })),
  )
})
