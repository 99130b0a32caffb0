import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Booking } from '../../../contract/travel/bookings.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextLink } from '../../components/links.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { longDate, money } from '../../shared/format.ts'
import { useUser } from '../../shared/session.ts'
import { ownBookingsQuery } from './queries.ts'
import { avaTexts } from '../ava/wallet.texts.ts'
import { travelTexts } from './texts.ts'

function CancelBookingDialog({ booking: { id, hotelName } }: { readonly booking: Booking }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const cancelling = useApiMutation('cancelBooking', {
    invalidates: ['bookings', 'ava'],
    onSuccess: () => {
      showToast({ title: travelTexts.cancelled })
      close()
    },
    onError: (error) => showErrorToast(errorMessage(error, travelTexts.cancelFailed)),
  })
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {travelTexts.cancel}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={travelTexts.cancelTitle}
        description={travelTexts.cancelText(hotelName)}
      >
        <DialogActions>
          <Button variant="secondary" onClick={close}>
            {travelTexts.cancelKeep}
          </Button>
          <Button variant="danger" pending={cancelling.isPending} onClick={() => cancelling.mutate({ params: { id } })}>
            {travelTexts.cancelConfirm}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

const statusTones: Readonly<Record<Booking['status'], BadgeTone>> = {
  pending: 'gold',
  confirmed: 'good',
  cancelled: 'bad',
  completed: 'plain',
}

/**
 * Own bookings, newest first; at most `limit`.
 * @rule R-48 booking history
 */
export function BookingHistory({ limit }: { readonly limit?: number }) {
  const bookings = useQuery(ownBookingsQuery)
  const truncated = limit !== undefined && (bookings.data?.length ?? 0) > limit
  return (
    <Card title={travelTexts.history} action={truncated && <AllBookingsLink />}>
      <QueryView query={bookings} empty={<EmptyState text={travelTexts.historyEmpty} />}>
        {(list) => (
          <ul className="grid gap-4 divide-y divide-line">
            {list.slice(0, limit).map((booking) => (
              <BookingRow key={booking.id} booking={booking} />
            ))}
          </ul>
        )}
      </QueryView>
    </Card>
  )
}

/** Link to the role's list of all bookings. */
function AllBookingsLink() {
  const { role } = useUser()
  return <TextLink to={role === 'CLIENTE' ? '/my-travels' : '/book-travel'}>{travelTexts.historyAll}</TextLink>
}

function BookingRow({ booking }: { readonly booking: Booking }) {
  const { hotelName, destination, checkIn, checkOut, nights, guests, totalPrice, avaEarned, status, actions } = booking
  return (
    <li className="grid gap-2 pb-4 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{hotelName}</span>
        <Badge tone={statusTones[status]}>{travelTexts.statuses[status]}</Badge>
      </p>
      <p className="text-sm text-muted">
        {destination} · {longDate(checkIn)} – {longDate(checkOut)} · {travelTexts.nights(nights)} ·{' '}
        {travelTexts.guestCount(guests)}
      </p>
      <p className="text-sm">
        <span className="font-semibold tabular-nums">{money(totalPrice)}</span> · {avaTexts.amount(avaEarned)} ·{' '}
        <span className="break-all text-muted">{travelTexts.reference(booking.bookingReference)}</span>
      </p>
      {actions.cancel.allowed && (
        <div>
          <CancelBookingDialog booking={booking} />
        </div>
      )}
    </li>
  )
}
