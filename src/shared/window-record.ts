import { maskedRecord } from './masked-record'
import { transactionSchema } from './transaction'

/** Every record that leaves main passes here: nobody can forget to mask who paid. */
export const windowRecord = transactionSchema.transform(maskedRecord)
