import { useQuery } from '@tanstack/react-query'
import type { Advertisement } from '../../../contract/advertisements.ts'
import { texts } from '../../texts.ts'
import { forBusinesses, forClients } from './advertisements.queries.ts'
import { useDismissed } from './dismissed.ts'
import { Shelf } from './Shelf.tsx'

const { advertisements: words } = texts
/** How many the banner shows large (C-20), and the side card at all. */
const [large, beside] = [2, 3]

type Offers = readonly Advertisement[]
const useOffers = (asked: typeof forBusinesses, pick: (offers: Offers) => Offers = (offers) => offers) => {
  const dismissed = useDismissed()
  return useQuery({ ...asked, select: (offers) => pick(offers.filter(({ id }) => !dismissed.has(id))) })
}

/** on the dashboard of a business. */
export function AdvertisementBlock() {
  return <Shelf title={words.sponsored} offers={useOffers(forBusinesses)} large={3} />
}

/** on that of a client, the first two large and the others small. */
export function AdvertisementBanner() {
  return <Shelf title={words.banner} offers={useOffers(forClients)} large={large} wide />
}

/** what the banner shows small, in full. While there is nothing to show, the banner says so for both. */
export function SponsoredCard() {
  const offers = useOffers(forClients, ofTheSide)
  return offers.data === undefined || offers.data.length === 0 ? null : (
    <Shelf title={words.sponsored} offers={offers} large={beside} />
  )
}

const ofTheSide = (offers: Offers): Offers => (offers.length > large ? offers.slice(large, large + beside) : offers)
