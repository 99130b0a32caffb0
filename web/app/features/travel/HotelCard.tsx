import type { Hotel } from '../../../contract/bookings.ts'
import { Badge } from '../../components/Badge.tsx'
import { Picture } from '../../components/Picture.tsx'
import { StarsShown } from '../../components/Stars.tsx'
import { money } from '../../shared/format.ts'
import { texts } from '../../texts.ts'
import { BookHotel } from './BookHotel.tsx'
import type { Stay } from './travel.queries.ts'

const { travel: words } = texts

interface HotelCardProps {
  readonly hotel: Hotel
  readonly stay: Stay
}

/** */
export function HotelCard({ hotel, stay }: HotelCardProps) {
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <Picture src={hotel.photo} />
      <div className="flex grow flex-col gap-3 p-4 sm:p-5">
        <div>
          <h3 className="font-semibold">{hotel.name}</h3>
          <StarsShown value={hotel.rating} />
        </div>
        <p className="text-sm text-muted">{hotel.description}</p>
        <p className="flex flex-wrap gap-1.5">
          {hotel.amenities.map((amenity) => (
            <Badge key={amenity}>{amenity}</Badge>
          ))}
        </p>
        <Price hotel={hotel} />
        <BookHotel hotel={hotel} stay={stay} />
      </div>
    </li>
  )
}

function Price({ hotel: { pricePerNight, nights, totalPrice, avaEarned } }: Pick<HotelCardProps, 'hotel'>) {
  return (
    <div className="mt-auto flex flex-wrap items-end justify-between gap-2 border-t border-line pt-3">
      <p className="text-sm text-muted">
        {money(pricePerNight)} {words.perNight} · {words.nights(nights)}
        <span className="mt-0.5 block text-xl font-semibold text-ink tabular-nums">{money(totalPrice)}</span>
      </p>
      <Badge tone="good">{words.earn(avaEarned)}</Badge>
    </div>
  )
}
