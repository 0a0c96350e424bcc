/** The supervisor's PIN of a practice till: it guards nothing, and stands on the sheet of practice codes. */
export const practicePin = '805317'
