/** What people may do at a till. Without zod, so that the window can import it. */

/** In ascending order of rights. */
export const roles = ['cashier', 'supervisor', 'manager'] as const
export type Role = (typeof roles)[number]

/** Whether a role may do what the needed role may. */
export function atLeast(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed)
}
