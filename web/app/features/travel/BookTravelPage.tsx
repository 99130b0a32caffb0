import { Notice } from '../../components/feedback.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { BookingHistory } from './BookingHistory.tsx'
import { HotelSearch } from './HotelSearch.tsx'
import { PartnerHotelSearch } from './PartnerHotelSearch.tsx'
import { travelTexts } from './texts.ts'

/** what a booking earns, and when. */
export function BookingAvaNotice() {
  return (
    <Notice>
      <p className="font-semibold">{travelTexts.avaTitle}</p>
      <p>{travelTexts.avaText}</p>
      <p>{travelTexts.avaLimits}</p>
    </Notice>
  )
}

/** B-13: our own search, and the one of others. */
export function BookTravelPage() {
  return (
    <PageLayout title={travelTexts.title} intro={travelTexts.intro}>
      <HotelSearch />
      <BookingAvaNotice />
      <PartnerHotelSearch from="book-travel" />
      <BookingHistory />
    </PageLayout>
  )
}

/** Own bookings first, then the search. */
export function MyTravelsPage() {
  return (
    <PageLayout title={travelTexts.myTitle} intro={travelTexts.myIntro}>
      <BookingHistory />
      <HotelSearch />
      <BookingAvaNotice />
      <PartnerHotelSearch from="my-travels" />
    </PageLayout>
  )
}
