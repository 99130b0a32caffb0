import { useState } from 'react'
import type { Hotel } from '../../../contract/bookings.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { showToast } from '../../components/toast.ts'
import { longDate, money } from '../../shared/format.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import type { Stay } from './travel.queries.ts'

const { travel: words } = texts

interface BookHotelProps {
  readonly hotel: Hotel
  readonly stay: Stay
}

/** Booked once what is booked has been read and confirmed (T-215). */
export function BookHotel({ hotel, stay }: BookHotelProps) {
  const [asked, ask] = useState(false)
  const booking = useWrite('bookHotel', {
    refreshes: ['bookings', 'ava'],
    onDone: ({ avaEarned }) => {
      showToast({ title: words.booked, text: words.bookedText(avaEarned) })
      close()
    },
    onRefused: (error) => showToast({ tone: 'bad', title: words.failedTitle, text: said(error, words.failed) }),
  })
  const close = () => {
    ask(false)
    booking.reset()
  }
  return (
    <>
      <Button onClick={() => ask(true)}>
        {words.book}
        <span className="sr-only">: {hotel.name}</span>
      </Button>
      <Dialog open={asked} onClose={close} title={words.bookTitle} description={words.demo}>
        <div className="grid gap-4">
          <dl className="grid gap-2">
            {factsOf({ hotel, stay }).map(([name, value]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-4">
                <dt className="text-muted">{name}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <FormAlert text={booking.error === null ? undefined : said(booking.error, words.failed)} />
          <DialogActions>
            <Button look="secondary" onClick={close}>
              {texts.kit.cancel}
            </Button>
            <Button
              pending={booking.isPending}
              pendingText={words.booking}
              onClick={() => booking.mutate({ body: { hotelId: hotel.id, ...stay } })}
            >
              {words.bookConfirm}
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    </>
  )
}

const factsOf = ({ hotel, stay }: BookHotelProps): readonly (readonly [name: string, value: string])[] => [
  [words.hotel, hotel.name],
  [words.checkIn, longDate(stay.checkIn)],
  [words.checkOut, longDate(stay.checkOut)],
  [words.duration, `${words.nights(hotel.nights)} · ${words.guestCount(stay.guests)}`],
  [words.total, money(hotel.totalPrice)],
  [words.avaToEarn, `${hotel.avaEarned} AVA`],
]
