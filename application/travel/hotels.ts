/** @rule B-36 demonstration hotels; no real stay is booked */
export interface Hotel {
  readonly id: string
  readonly name: string
  readonly photo: string
  readonly ratingTenths: number
  readonly pricePerNightCents: number
  readonly description: string
  readonly amenities: readonly string[]
}

/** @rule C-29 the same three hotels for every destination */
export const hotels: readonly Hotel[] = [
  {
    id: 'hotel-belvedere',
    name: 'Hotel Belvedere',
    photo: '/hotels/belvedere.svg',
    ratingTenths: 46,
    pricePerNightCents: 120_00,
    description: 'Camere luminose con vista, colazione in terrazza e parcheggio interno.',
    amenities: ['Wi-Fi gratuito', 'Colazione inclusa', 'Parcheggio', 'Terrazza panoramica'],
  },
  {
    id: 'locanda-del-borgo',
    name: 'Locanda del Borgo',
    photo: '/hotels/borgo.svg',
    ratingTenths: 43,
    pricePerNightCents: 85_00,
    description: 'Poche camere nel centro storico, cucina di casa e padroni di casa discreti.',
    amenities: ['Wi-Fi gratuito', 'Ristorante', 'Animali ammessi'],
  },
  {
    id: 'grand-hotel-miramare',
    name: 'Grand Hotel Miramare',
    photo: '/hotels/miramare.svg',
    ratingTenths: 48,
    pricePerNightCents: 210_00,
    description: 'Servizio di una volta, centro benessere e piscina coperta.',
    amenities: ['Wi-Fi gratuito', 'Spa', 'Piscina', 'Palestra', 'Servizio in camera'],
  },
]

export const hotelById = (id: string): Hotel | undefined => hotels.find((hotel) => hotel.id === id)
