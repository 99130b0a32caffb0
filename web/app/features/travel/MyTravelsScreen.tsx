import { Screen } from '../../components/Screen.tsx'
import { texts } from '../../texts.ts'
import { AvaInfo } from './AvaInfo.tsx'
import { BookingHistory } from './BookingHistory.tsx'
import { HotelSearch } from './HotelSearch.tsx'
import { PartnerSearch } from './PartnerSearch.tsx'

const { travel: words } = texts

/** Own bookings first, then the search. */
export function MyTravelsScreen() {
  return (
    <Screen title={words.myTitle} intro={words.myIntro}>
      <BookingHistory />
      <HotelSearch />
      <AvaInfo />
      <PartnerSearch from="my-travels" />
    </Screen>
  )
}
