import { Notice } from '../../components/feedback.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { useRuleSettings } from '../../shared/rule-settings.ts'
import { BookingHistory } from './BookingHistory.tsx'
import { HotelSearch } from './HotelSearch.tsx'
import { PartnerHotelSearch } from './PartnerHotelSearch.tsx'
import { travelTexts } from './texts.ts'

/** @rule R-101 Q-72 what a booking earns and when */
function BookingAvaNotice() {
  const bookingsPerDay = useRuleSettings()?.bookingsPerDay
  return (
    <Notice>
      <p className="font-semibold">{travelTexts.avaTitle}</p>
      <p>{travelTexts.avaText}</p>
      <p>
        {travelTexts.avaLost}
        {bookingsPerDay !== undefined && ` ${travelTexts.dailyBookings(bookingsPerDay)}`}
      </p>
    </Notice>
  )
}

/** @rule B-13 own and partner hotel search */
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

/** @rule Q-31 own bookings first, then the search */
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
