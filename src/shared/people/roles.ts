/** What people may at a till. Plain, so that the window has it too. */

/** From the least to the most that somebody may. */
export const roles = ['cashier', 'supervisor', 'manager'] as const
export type Role = (typeof roles)[number]

/** Whether this role may do what that one may. */
export function atLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
