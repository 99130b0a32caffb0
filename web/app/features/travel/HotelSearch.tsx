import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { endpoints } from '../../../contract/endpoints.ts'
import { guestLimits, type Hotel } from '../../../contract/travel/bookings.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, Card, CoverImage } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { TextInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { TextLink } from '../../components/links.tsx'
import { StarRating } from '../../components/star-rating.tsx'
import { classNames } from '../../components/styles.ts'
import { errorMessage } from '../../shared/api-error.ts'
import { bindField } from '../../shared/form.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showToast } from '../../toasts.ts'
import { longDate, money } from '../../shared/format.ts'
import { hotelsQuery, type StaySearch } from './queries.ts'
import { DateFields, DestinationField, useStayForm } from './StayForm.tsx'
import { travelTexts } from './texts.ts'

const blankSearch = { destination: '', checkIn: '', checkOut: '', guests: '2' }

interface HotelSearchFormProps {
  readonly pending: boolean
  readonly onSearch: (stay: StaySearch) => void
}

/** @rule R-101 hotel search form */
function HotelSearchForm({ pending, onSearch }: HotelSearchFormProps) {
  const { form, error, validate } = useStayForm(blankSearch, endpoints.hotels.query, (values) => values)
  const submit = () => {
    const stay = validate()
    if (stay !== null) onSearch(stay)
  }
  return (
    <Form label={travelTexts.search} onSubmit={submit} errorCount={form.errorCount}>
      <div className="grid items-start gap-4 @md:grid-cols-2 @3xl:grid-cols-[2fr_1fr_1fr_6rem]">
        <DestinationField form={form} />
        <DateFields form={form} />
        <TextInput label={travelTexts.guests} type="number" {...guestLimits} required {...bindField(form, 'guests')} />
      </div>
      <FormAlert text={error} />
      <div>
        <Button type="submit" pending={pending} pendingText={travelTexts.searching}>
          <Search aria-hidden="true" className="size-4.5" />
          {travelTexts.search}
        </Button>
      </div>
    </Form>
  )
}

interface BookHotelDialogProps {
  readonly hotel: Hotel
  readonly stay: StaySearch
}

/** @rule T-215 summary to confirm before booking */
function BookHotelDialog({ hotel, stay }: BookHotelDialogProps) {
  const [open, setOpen] = useState(false)
  const booking = useApiMutation('bookHotel', {
    invalidates: ['bookings', 'ava'],
    onSuccess: ({ avaEarned }) => {
      showToast({ title: travelTexts.booked, text: travelTexts.bookedText(avaEarned) })
      close()
    },
    onError: (error) =>
      showToast({ tone: 'bad', title: travelTexts.failedTitle, text: errorMessage(error, travelTexts.failed) }),
  })
  const close = () => {
    setOpen(false)
    booking.reset()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {travelTexts.book}
        <span className="sr-only">: {hotel.name}</span>
      </Button>
      <Dialog open={open} onClose={close} title={travelTexts.bookTitle} description={travelTexts.demo}>
        <div className="grid gap-4">
          <dl className="grid gap-2">
            {bookingDetailsOf({ hotel, stay }).map(([name, value]) => (
              <div key={name} className="flex flex-wrap justify-between gap-x-4">
                <dt className="text-muted">{name}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <FormAlert text={booking.error === null ? undefined : errorMessage(booking.error, travelTexts.failed)} />
          <DialogActions onCancel={close}>
            <Button
              pending={booking.isPending}
              pendingText={travelTexts.booking}
              onClick={() => booking.mutate({ body: { hotelId: hotel.id, ...stay } })}
            >
              {travelTexts.bookConfirm}
            </Button>
          </DialogActions>
        </div>
      </Dialog>
    </>
  )
}

const bookingDetailsOf = ({
  hotel,
  stay,
}: BookHotelDialogProps): readonly (readonly [name: string, value: string])[] => [
  [travelTexts.hotel, hotel.name],
  [travelTexts.checkIn, longDate(stay.checkIn)],
  [travelTexts.checkOut, longDate(stay.checkOut)],
  [travelTexts.duration, `${travelTexts.nights(hotel.nights)} · ${travelTexts.guestCount(stay.guests)}`],
  [travelTexts.total, money(hotel.totalPrice)],
  [travelTexts.avaToEarn, `${hotel.avaEarned} AVA`],
]

interface HotelCardProps {
  readonly hotel: Hotel
  readonly stay: StaySearch
}

/** @rule R-102 hotel card */
function HotelCard({ hotel, stay }: HotelCardProps) {
  return (
    <li className="flex flex-col overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <CoverImage src={hotel.photo} />
      <div className="flex grow flex-col gap-3 p-4 sm:p-5">
        <div>
          <h3 className="font-semibold">{hotel.name}</h3>
          <StarRating value={hotel.rating} />
        </div>
        <p className="text-sm text-muted">{hotel.description}</p>
        <p className="flex flex-wrap gap-1.5">
          {hotel.amenities.map((amenity) => (
            <Badge key={amenity}>{amenity}</Badge>
          ))}
        </p>
        <Price hotel={hotel} />
        <BookHotelDialog hotel={hotel} stay={stay} />
      </div>
    </li>
  )
}

function Price({ hotel: { pricePerNight, nights, totalPrice, avaEarned } }: Pick<HotelCardProps, 'hotel'>) {
  return (
    <div className="mt-auto flex flex-wrap items-end justify-between gap-2 border-t border-line pt-3">
      <p className="text-sm text-muted">
        {money(pricePerNight)} {travelTexts.perNight} · {travelTexts.nights(nights)}
        <span className="mt-0.5 block text-xl font-semibold text-ink tabular-nums">{money(totalPrice)}</span>
      </p>
      <Badge tone="good">{travelTexts.earn(avaEarned)}</Badge>
    </div>
  )
}

const emptyStay: StaySearch = { destination: '', checkIn: '', checkOut: '', guests: 1 }

/** Searches stays and books them; `aside` is shown next to the form. */
export function HotelSearch({ aside }: { readonly aside?: ReactNode }) {
  const id = useId()
  const [stay, setStay] = useState<StaySearch | null>(null)
  const hotels = useQuery({ ...hotelsQuery(stay ?? emptyStay), enabled: stay !== null })
  return (
    <>
      <div className={classNames('grid items-start gap-6', aside !== undefined && 'lg:grid-cols-[3fr_2fr]')}>
        <Card>
          <HotelSearchForm pending={hotels.isFetching} onSearch={setStay} />
        </Card>
        {aside}
      </div>
      {stay !== null && (
        <section aria-labelledby={id} aria-live="polite" className="@container grid grid-cols-1 gap-4">
          <h2 id={id} className="text-lg font-semibold">
            {travelTexts.results(stay.destination)}
          </h2>
          <p className="text-sm text-muted">{travelTexts.demo}</p>
          <QueryView query={hotels} empty={<EmptyState text={travelTexts.resultsEmpty} />}>
            {(list) => (
              <ul className="grid gap-4 @lg:grid-cols-2 @3xl:grid-cols-3">
                {list.map((hotel) => (
                  <HotelCard key={hotel.id} hotel={hotel} stay={stay} />
                ))}
              </ul>
            )}
          </QueryView>
        </section>
      )}
    </>
  )
}

/** @rule R-70 search and booking with their AVA */
export function BookingSection() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h2 id={id} className="text-lg font-semibold">
          {travelTexts.section.title}
        </h2>
        <TextLink to="/my-travels">{travelTexts.section.all}</TextLink>
      </div>
      <HotelSearch aside={<BookingBenefits />} />
    </section>
  )
}

function BookingBenefits() {
  return (
    <Card title={travelTexts.section.benefitsTitle}>
      <dl className="grid gap-4 text-sm">
        {travelTexts.section.benefits.map(({ title, text }) => (
          <div key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="mt-0.5 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
