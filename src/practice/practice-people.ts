/** The stores of the practice data and who works in them, by the ids that transactions carry. */
import { fillTo } from './characters'
import { idFor } from './made-up-ids'
import type { TransactionFacts, WireDetails } from './stored-transaction'

/** Facts about a related record, in the field names that the practice service gives them. */
export type PlainFacts = Readonly<Record<string, string>>

/** The department store has ids as long as interface.md §2.2 lets them be. */
export const practiceStores = {
  harbour: idFor('store harbour'),
  station: idFor('store station'),
  department: fillTo(64, 'STORE-', '0123456789'),
} as const

export const practiceUsers = {
  mei: idFor('user mei'),
  jonas: idFor('user jonas'),
  maximiliane: fillTo(64, 'USER-', '0123456789'),
} as const

const stores: ReadonlyMap<string, PlainFacts> = new Map([
  [
    practiceStores.harbour,
    {
      name: 'Practice Store, Harbour Road',
      code: 'HR-01',
      address: '12 Harbour Road, Ground Floor',
      phone: '+852 5550 0112',
      time_zone: 'Asia/Hong_Kong',
    },
  ],
  [
    practiceStores.station,
    {
      name: 'Practice Store, Central Station',
      code: 'CS-02',
      address: 'Central Station, Exit C, Shop 7',
      phone: '+852 5550 0207',
      time_zone: 'Asia/Hong_Kong',
    },
  ],
  [
    practiceStores.department,
    {
      name: 'Practice Department Store for Everything That a Household May Need, East Entrance, Second Floor',
      code: 'DS-03',
      address: `${'Tower Three of the Old Brewery, beside the lift to the car park, '.repeat(4)}Long Street 1`,
      phone: '+852 5550 0303',
      time_zone: 'Asia/Hong_Kong',
    },
  ],
])

type Person = { readonly first_name: string; readonly last_name: string; readonly email: string }

const users: ReadonlyMap<string, Person> = new Map([
  [practiceUsers.mei, { first_name: 'Mei', last_name: 'Lau', email: 'mei.lau@practice.example' }],
  [practiceUsers.jonas, { first_name: 'Jonas', last_name: 'Weber', email: 'jonas.weber@practice.example' }],
  [
    practiceUsers.maximiliane,
    {
      first_name: 'Maximiliane Friederike Charlotte Wilhelmine',
      last_name: 'von Hohenstein-Wittelsbacher zu Altenburg und Neuenkirchen',
      email: 'maximiliane.friederike.charlotte.wilhelmine@department-store.practice.example',
    },
  ],
])

/** The store with this id; one that a test made up has an id and a name alone. Null for no id. */
export function storeFacts({ store_id: id, currency }: TransactionFacts): PlainFacts | null {
  if (id === '') return null
  return { id, ...(stores.get(id) ?? { name: `Practice Store ${id}` }), currency }
}

/** The person with this id; one that a test made up is "Practice User". Null for no id. */
export function userFacts(id: string): ({ readonly id: string } & Person) | null {
  if (id === '') return null
  const person = { first_name: 'Practice', last_name: 'User', email: 'user@practice.example' }
  return { id, ...(users.get(id) ?? person) }
}

/** A details object of interface.md §2.2: who asked, and why. */
export function detailsBy(id: string, remark: string): WireDetails {
  const person = userFacts(id)
  return {
    request_user_id: id,
    first_name: person?.first_name ?? '',
    last_name: person?.last_name ?? '',
    remark,
  }
}
