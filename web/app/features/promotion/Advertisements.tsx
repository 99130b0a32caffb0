import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { Advertisement } from '../../../contract/promotion/advertisements.ts'
import { Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { ExternalLink } from '../../components/links.tsx'
import { classNames } from '../../components/styles.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showToast } from '../../toasts.ts'
import { money } from '../../shared/format.ts'
import { businessAdvertisementsQuery, clientAdvertisementsQuery } from './queries.ts'
import { advertisementTexts } from './texts.ts'

/** @rule C-20 number of large advertisements in the banner, and of all in the side card */
const [large, sideCardCount] = [2, 3]

type AdvertisementList = readonly Advertisement[]
const useVisibleAdvertisements = (
  query: typeof businessAdvertisementsQuery,
  pick: (offers: AdvertisementList) => AdvertisementList = (offers) => offers,
) => {
  const dismissed = useDismissedIds()
  return useQuery({ ...query, select: (offers) => pick(offers.filter(({ id }) => !dismissed.has(id))) })
}

/** @rule R-55 advertisements on the business dashboard */
export function AdvertisementBlock() {
  return (
    <AdGrid
      title={advertisementTexts.sponsored}
      query={useVisibleAdvertisements(businessAdvertisementsQuery)}
      largeCount={3}
    />
  )
}

/** @rule R-65 banner on the client dashboard: the first two large, the others small */
export function AdvertisementBanner() {
  return (
    <AdGrid
      title={advertisementTexts.banner}
      query={useVisibleAdvertisements(clientAdvertisementsQuery)}
      largeCount={large}
      wide
    />
  )
}

/**
 * @rule R-66 side card with the banner's small advertisements in full; hidden when empty, as the banner then shows the
 * empty state
 */
export function SponsoredCard() {
  const offers = useVisibleAdvertisements(clientAdvertisementsQuery, sideCardSelection)
  return offers.data === undefined || offers.data.length === 0 ? null : (
    <AdGrid title={advertisementTexts.sponsored} query={offers} largeCount={sideCardCount} />
  )
}

const sideCardSelection = (offers: AdvertisementList): AdvertisementList =>
  offers.length > large ? offers.slice(large, large + sideCardCount) : offers

interface AdGridProps {
  readonly title: string
  readonly query: UseQueryResult<readonly Advertisement[]>
  /** Number of advertisements shown in full. */
  readonly largeCount: number
  /** Several columns on wide screens; large advertisements span two. */
  readonly wide?: boolean
}

/** Sponsored offers. Keeps the focus after one is dismissed. */
function AdGrid({ title, query: offers, largeCount, wide = false }: AdGridProps) {
  const container = useRef<HTMLDivElement>(null)
  const hide = (id: string) => {
    dismissAdvertisement(id)
    container.current?.focus({ preventScroll: true })
    showToast({ title: advertisementTexts.dismissed })
  }
  return (
    <Card title={title}>
      <div ref={container} tabIndex={-1} className="grid gap-3">
        <QueryView
          query={offers}
          errorTitle={advertisementTexts.failed}
          empty={<EmptyState text={advertisementTexts.empty} />}
        >
          {(list) => (
            <>
              <ul className={classNames('grid gap-3', wide && 'sm:grid-cols-2 lg:grid-cols-4')}>
                {list.map((advertisement, index) => (
                  <li
                    key={advertisement.id}
                    className={classNames('min-w-0', wide && index < largeCount && 'lg:col-span-2')}
                  >
                    <AdCard
                      advertisement={advertisement}
                      large={index < largeCount}
                      onDismiss={() => hide(advertisement.id)}
                    />
                  </li>
                ))}
              </ul>
              <p className="text-sm text-muted">{advertisementTexts.selectionNote}</p>
            </>
          )}
        </QueryView>
      </div>
    </Card>
  )
}

interface AdCardProps {
  readonly advertisement: Advertisement
  /** Shows all details. */
  readonly large: boolean
  readonly onDismiss: () => void
}

/**
 * One sponsored offer.
 * @rule B-46 advertiser first, texts without markup, price in euro or N/A
 * @rule R-55 advertisement card
 */
function AdCard({ advertisement, large, onDismiss }: AdCardProps) {
  const { advertiserName, name, description, price } = advertisement
  return (
    <article className="relative grid h-full min-w-0 content-start gap-2 rounded-card border border-line p-4">
      <p className="min-w-0 pr-9 text-xs break-words text-muted">{advertisementTexts.sponsoredBy(advertiserName)}</p>
      <h3 className={classNames('min-w-0 break-words', large ? 'text-lg' : 'text-base')}>
        <AdLink advertisement={advertisement} />
      </h3>
      {large && description !== null && <p className="text-sm break-words">{description}</p>}
      <p className="text-sm">
        {advertisementTexts.price}{' '}
        <span className="font-semibold tabular-nums">{price === null ? advertisementTexts.noPrice : money(price)}</span>
      </p>
      {advertisement.promotionCurrent && <AdPromotion {...advertisement} />}
      <button
        type="button"
        aria-label={advertisementTexts.dismiss(name)}
        onClick={onDismiss}
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </article>
  )
}

/**
 * The browser follows the link itself, so that it opens even if counting the click fails.
 * @rule A-32 B-41 link to the advertiser
 * @rule A-68 counts the click
 */
function AdLink({ advertisement: { id, name, clickUrl } }: Pick<AdCardProps, 'advertisement'>) {
  const { mutate: count } = useApiMutation('clickAdvertisement')
  return (
    <ExternalLink href={clickUrl} sponsored onFollow={() => count({ params: { id }, body: {} })}>
      {name}
    </ExternalLink>
  )
}

function AdPromotion({ promotionType, couponCode }: Pick<Advertisement, 'promotionType' | 'couponCode'>) {
  if (promotionType === null && couponCode === null) return null
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {promotionType !== null && (
        <Badge tone="warm">
          <span className="max-w-40 truncate">{promotionType}</span>
        </Badge>
      )}
      {couponCode !== null && (
        <span>
          {advertisementTexts.coupon} <span className="font-mono break-all">{couponCode}</span>
        </span>
      )}
    </p>
  )
}

const storageKey = 'garbo.advertisements.dismissed'
const listeners = new Set<() => void>()
/** Dismissed ids where session storage is unavailable. */
let unsavedIds = ''

const savedIds = () => {
  try {
    return sessionStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}
const dismissedIds = () => `${unsavedIds} ${savedIds()}`.trim()

/** @rule S-23 R-55 hidden until the window is closed; not sent to the server */
const dismissAdvertisement = (id: string) => {
  try {
    sessionStorage.setItem(storageKey, `${savedIds()} ${id}`.trim())
  } catch {
    // private windows may refuse storage: dismissed until the page is reloaded
    unsavedIds = `${unsavedIds} ${id}`.trim()
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Ids of dismissed advertisements, shared by all blocks. */
const useDismissedIds = (): ReadonlySet<string> => {
  const ids = useSyncExternalStore(subscribe, dismissedIds)
  return useMemo(() => new Set(ids.split(' ')), [ids])
}
