import { Screen } from '../../components/Screen.tsx'
import { texts } from '../../texts.ts'
import { AvaInfo } from './AvaInfo.tsx'
import { BookingHistory } from './BookingHistory.tsx'
import { HotelSearch } from './HotelSearch.tsx'
import { PartnerSearch } from './PartnerSearch.tsx'

const { travel: words } = texts

/** B-13: our own search, and the one of others. */
export function BookTravelScreen() {
  return (
    <Screen title={words.title} intro={words.intro}>
      <HotelSearch />
      <AvaInfo />
      <PartnerSearch from="book-travel" />
      <BookingHistory />
    </Screen>
  )
}
