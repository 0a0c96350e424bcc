/** A barcode that is no payment's: on the test slip, so that printer and scanner can be tried together. */
export const testSlipCode = 'TILLSIDE-TEST-SLIP'
