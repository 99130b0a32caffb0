import type { BusinessType, StaffRole, TravelType } from '../../domain/accounts/vocabulary.ts'

/** All people and venues in this folder are fictitious. */
export interface Venue {
  readonly key: string
  readonly businessName: string
  readonly businessType: BusinessType
  readonly location: string
  readonly province: string
  readonly theForkTenths: number | null
  /** Determines the wording of ratings: a stay, a meal or an afternoon at the baths. */
  readonly offers: 'bed' | 'table' | 'water'
}

export interface Guest {
  readonly key: string
  readonly firstName: string
  readonly lastName: string
  readonly age: number
  readonly residence: string
  readonly travelType: TravelType
  /** Determines the ratings the guest receives. */
  readonly behaviour: 'exemplary' | 'good' | 'careless' | 'difficult'
}

/** Staff are client accounts with a role. */
export interface Staff extends Pick<Guest, 'key' | 'firstName' | 'lastName'> {
  readonly role: StaffRole
}

/** Shared by all demo accounts. */
export const password = 'Cornetto&Cappuccino7'

/** A reserved domain (RFC 2606): no e-mail is ever delivered. */
export const emailOf = (name: string) => `${name}@garbo.example`
export const emailOfPerson = ({ firstName, lastName }: Pick<Guest, 'firstName' | 'lastName'>) =>
  emailOf(`${firstName}.${lastName}`.toLowerCase().replaceAll(' ', ''))

/** An unassigned number range. */
export const phoneOf = (n: number) => `+39 300 ${String(5_550_100 + n)}`

const venue = (
  [key, offers]: readonly [string, Venue['offers']],
  [businessName, businessType]: readonly [string, BusinessType],
  [location, province]: readonly [string, string],
  theForkTenths: number | null = null,
): Venue => ({ key, offers, businessName, businessType, location, province, theForkTenths })

export const venues: readonly Venue[] = [
  venue(['torre', 'bed'], ['Albergo Torre dei Venti', 'hotel'], ['Via della Cava 18, Orvieto', 'TR']),
  venue(['lumaca', 'bed'], ['Agriturismo Poggio Lumaca', 'agriturismo'], ['Strada di Palazzone 7, Pienza', 'SI']),
  venue(['ermelinda', 'table'], ['Trattoria Zia Ermelinda', 'trattoria'], ['Via dei Gallucci 31, Modena', 'MO'], 91),
  venue(['tizzoni', 'table'], ['Pizzeria Quattro Tizzoni', 'pizzeria'], ['Via Torrione 52, Salerno', 'SA'], 88),
  venue(['persiana', 'bed'], ['La Persiana Verde', 'bnb'], ['Corte dei Cicala 4, Lecce', 'LE']),
  venue(['ostello', 'bed'], ['Ostello Barcamenati', 'hostel'], ['Via di Cavana 11, Trieste', 'TS']),
  venue(['mandorlo', 'table'], ['Pasticceria Mandorlo e Sale', 'pasticceria'], ['Via Nicolaci 23, Noto', 'SR']),
  venue(['fonte', 'water'], ['Terme Piccola Fonte', 'spa'], ['Via delle Terme 9, Merano', 'BZ']),
]

const guest = (
  [key, firstName, lastName]: readonly [string, string, string],
  [age, residence]: readonly [number, string],
  behaviour: Guest['behaviour'],
  travelType: TravelType = 'leisure',
): Guest => ({ key, firstName, lastName, age, residence, travelType, behaviour })

export const guests: readonly Guest[] = [
  guest(['giulia', 'Giulia', 'Marchetti'], [34, 'Bologna'], 'exemplary'),
  guest(['matteo', 'Matteo', 'Rinaldi'], [38, 'Roma'], 'exemplary', 'business'),
  guest(['chiara', 'Chiara', 'De Angelis'], [45, 'Napoli'], 'good'),
  guest(['paolo', 'Paolo', 'Caruso'], [58, 'Palermo'], 'good'),
  guest(['anna', 'Anna', 'Pellegrini'], [63, 'Trento'], 'exemplary'),
  guest(['marco', 'Marco', 'Esposito'], [30, 'Salerno'], 'good'),
  guest(['luca', 'Luca', 'Bernardi'], [41, 'Milano'], 'careless', 'business'),
  guest(['martina', 'Martina', 'Conti'], [24, 'Pisa'], 'good'),
  guest(['elena', 'Elena', 'Morandi'], [31, 'Firenze'], 'good'),
  guest(['stefano', 'Stefano', 'Vitale'], [47, 'Padova'], 'good', 'business'),
  guest(['francesca', 'Francesca', 'Colombo'], [29, 'Torino'], 'exemplary'),
  guest(['andrea', 'Andrea', 'Fontana'], [52, 'Verona'], 'good', 'business'),
  guest(['davide', 'Davide', 'Santoro'], [27, 'Bari'], 'careless'),
  guest(['sara', 'Sara', 'Lombardi'], [36, 'Genova'], 'good'),
  guest(['irene', 'Irene', 'Sanna'], [26, 'Cagliari'], 'exemplary'),
  guest(['valentina', 'Valentina', 'Greco'], [33, 'Brindisi'], 'good'),
  guest(['giorgio', 'Giorgio', 'Battaglia'], [49, 'Ancona'], 'careless'),
  guest(['roberto', 'Roberto', 'Casadei'], [55, 'Rimini'], 'difficult'),
]

/** The last one is registered at the end of the scenario; its role marks the demo data as complete. */
export const staff: readonly Staff[] = [
  { key: 'moderatrice', firstName: 'Teresa', lastName: 'Galli', role: 'MODERATORE' },
  { key: 'moderatore', firstName: 'Nicola', lastName: 'Ferrante', role: 'MODERATORE' },
  { key: 'amministratrice', firstName: 'Lidia', lastName: 'Serra', role: 'ADMIN' },
  { key: 'revisore', firstName: 'Bruno', lastName: 'Tosi', role: 'REVISORE' },
]

/**
 * Bookings in the demo hotel list. `bookedAgo` and `cancelledAgo` are days before today; `from` is days from today,
 * negative for the past.
 */
export interface PlannedBooking {
  readonly key: string
  readonly by: string
  readonly hotelId: string
  readonly destination: string
  readonly bookedAgo: number
  readonly from: number
  readonly nights: number
  readonly guests: number
  readonly cancelledAgo?: number
}

export const bookings: readonly PlannedBooking[] = [
  {
    key: 'roma',
    by: 'matteo',
    hotelId: 'grand-hotel-miramare',
    destination: 'Roma',
    bookedAgo: 118,
    from: -96,
    nights: 4,
    guests: 1,
  },
  {
    key: 'firenze',
    by: 'giulia',
    hotelId: 'hotel-belvedere',
    destination: 'Firenze',
    bookedAgo: 70,
    from: -41,
    nights: 3,
    guests: 2,
  },
  {
    key: 'rimini',
    by: 'ermelinda',
    hotelId: 'locanda-del-borgo',
    destination: 'Rimini',
    bookedAgo: 38,
    from: -30,
    nights: 2,
    guests: 2,
  },
  {
    key: 'genova',
    by: 'chiara',
    hotelId: 'hotel-belvedere',
    destination: 'Genova',
    bookedAgo: 25,
    from: 12,
    nights: 3,
    guests: 4,
    cancelledAgo: 8,
  },
  {
    key: 'matera',
    by: 'anna',
    hotelId: 'locanda-del-borgo',
    destination: 'Matera',
    bookedAgo: 9,
    from: 20,
    nights: 5,
    guests: 1,
  },
  {
    key: 'milano',
    by: 'matteo',
    hotelId: 'hotel-belvedere',
    destination: 'Milano',
    bookedAgo: 3,
    from: 6,
    nights: 2,
    guests: 1,
  },
]

/** Saved venues by guest. */
export const favourites: Readonly<Record<string, readonly string[]>> = {
  giulia: ['ermelinda', 'lumaca', 'mandorlo'],
  matteo: ['torre'],
  marco: ['tizzoni'],
  martina: ['ostello', 'persiana'],
  anna: ['fonte', 'torre'],
  chiara: ['lumaca'],
  paolo: ['mandorlo'],
}
