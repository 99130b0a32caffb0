import type { BusinessType } from '../../../domain/accounts/vocabulary.ts'

/** What pages about venues show; without schemas, which are loaded later. */

/** Characters of a business's name that start the search. */
export const minQueryLength = 2

/** Labels of the business types, in the order of the select. @rule Q-83 17 specified types and Ostello */
export const businessTypes = {
  hotel: 'Hotel',
  bnb: 'B&B',
  casa_vacanze: 'Casa Vacanze',
  agriturismo: 'Agriturismo',
  hostel: 'Ostello',
  restaurant: 'Ristorante',
  pizzeria: 'Pizzeria',
  bar: 'Bar',
  caffe: 'Caffè',
  trattoria: 'Trattoria',
  osteria: 'Osteria',
  pub: 'Pub',
  gelateria: 'Gelateria',
  pasticceria: 'Pasticceria',
  spa: 'Spa',
  centro_benessere: 'Centro Benessere',
  attivita_turistica: 'Attività Turistica',
  altro: 'Altro',
} as const satisfies Record<BusinessType, string>
