/** All that is said before the words for a failure are loaded, or when not even they can be drawn. */
export const cannotShow =
  'Tillside can’t show this. Do not refund anything twice: Activity says what was refunded.'
