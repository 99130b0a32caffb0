/** Hotels of the demonstration list, booked so many days ago for so many days from today (before it, where negative). */
export interface Wish {
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

export const bookings: readonly Wish[] = [
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

/** Who keeps which venues in mind. */
export const favourites: Readonly<Record<string, readonly string[]>> = {
  giulia: ['ermelinda', 'lumaca', 'mandorlo'],
  matteo: ['torre'],
  marco: ['tizzoni'],
  martina: ['ostello', 'persiana'],
  anna: ['fonte', 'torre'],
  chiara: ['lumaca'],
  paolo: ['mandorlo'],
}
