import { useQuery } from '@tanstack/react-query'
import type { Booking } from '../../../contract/bookings.ts'
import { Badge, type BadgeTone } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { TextLink } from '../../components/TextLink.tsx'
import { longDate, money, today } from '../../shared/format.ts'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { CancelBooking } from './CancelBooking.tsx'
import { ownBookings } from './travel.queries.ts'

const { travel: words, ava } = texts
const tones: Readonly<Record<Booking['status'], BadgeTone>> = {
  pending: 'gold',
  confirmed: 'good',
  cancelled: 'bad',
  completed: 'plain',
}

/** own bookings, the newest first; `most` cuts the list short. */
export function BookingHistory({ most }: { readonly most?: number }) {
  const bookings = useQuery(ownBookings)
  const cut = most !== undefined && (bookings.data?.length ?? 0) > most
  return (
    <Card title={words.history} action={cut && <AllBookings />}>
      <Loaded query={bookings} empty={<EmptyState text={words.historyEmpty} />}>
        {(list) => (
          <ul className="grid gap-4 divide-y divide-line">
            {list.slice(0, most).map((booking) => (
              <BookingRow key={booking.id} booking={booking} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

/** Where each side keeps its own. */
function AllBookings() {
  const { role } = useUser()
  return <TextLink to={role === 'CLIENTE' ? '/my-travels' : '/book-travel'}>{words.historyAll}</TextLink>
}

function BookingRow({ booking }: { readonly booking: Booking }) {
  const { hotelName, destination, checkIn, checkOut, nights, guests, totalPrice, avaEarned, status } = booking
  return (
    <li className="grid gap-2 pb-4 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{hotelName}</span>
        <Badge tone={tones[status]}>{words.statuses[status]}</Badge>
      </p>
      <p className="text-sm text-muted">
        {destination} · {longDate(checkIn)} – {longDate(checkOut)} · {words.nights(nights)} · {words.guestCount(guests)}
      </p>
      <p className="text-sm">
        <span className="font-semibold tabular-nums">{money(totalPrice)}</span> · {ava.amount(avaEarned)} ·{' '}
        <span className="break-all text-muted">{words.reference(booking.bookingReference)}</span>
      </p>
      {isCancellable(booking) && (
        <div>
          <CancelBooking booking={booking} />
        </div>
      )}
    </li>
  )
}

const isCancellable = ({ status, checkIn }: Booking) =>
  (status === 'confirmed' || status === 'pending') && checkIn > today()
