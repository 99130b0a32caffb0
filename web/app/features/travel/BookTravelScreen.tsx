import { Screen } from '../../components/Screen.tsx'
import { texts } from '../../texts.ts'
import { BookingHistory } from './BookingHistory.tsx'
import { HotelSearch } from './HotelSearch.tsx'

const { travel: words } = texts

export function BookTravelScreen() {
  return (
    <Screen title={words.title} intro={words.intro}>
      <HotelSearch />
      <BookingHistory />
    </Screen>
  )
}
