/** The receipt that the pictures of Tillside show: untouched, paid, HK$120.50. */
export const exampleTransactionId = '483920174462'
export const exampleCustomId = 'C7719920461'
