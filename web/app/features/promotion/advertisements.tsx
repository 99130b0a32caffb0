import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import type { Advertisement } from '../../../contract/promotion/advertisements.ts'
import { Badge, Card } from '../../components/data-display.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { ExternalLink } from '../../components/links.tsx'
import { classNames } from '../../components/styles.ts'
import { showToast } from '../../components/toast.tsx'
import { money } from '../../shared/format.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { businessAdvertisementsQuery, clientAdvertisementsQuery } from './queries.ts'
import { advertisementTexts } from './texts.ts'

/** How many the banner shows large (C-20), and the side card at all. */
const [large, beside] = [2, 3]

type AdvertisementList = readonly Advertisement[]
const useVisibleAdvertisements = (
  asked: typeof businessAdvertisementsQuery,
  pick: (offers: AdvertisementList) => AdvertisementList = (offers) => offers,
) => {
  const dismissed = useDismissedIds()
  return useQuery({ ...asked, select: (offers) => pick(offers.filter(({ id }) => !dismissed.has(id))) })
}

/** on the dashboard of a business. */
export function AdvertisementBlock() {
  return (
    <AdGrid
      title={advertisementTexts.sponsored}
      query={useVisibleAdvertisements(businessAdvertisementsQuery)}
      largeCount={3}
    />
  )
}

/** on that of a client, the first two large and the others small. */
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

/** what the banner shows small, in full. While there is nothing to show, the banner says so for both. */
export function SponsoredCard() {
  const offers = useVisibleAdvertisements(clientAdvertisementsQuery, sideCardSelection)
  return offers.data === undefined || offers.data.length === 0 ? null : (
    <AdGrid title={advertisementTexts.sponsored} query={offers} largeCount={beside} />
  )
}

const sideCardSelection = (offers: AdvertisementList): AdvertisementList =>
  offers.length > large ? offers.slice(large, large + beside) : offers

interface AdGridProps {
  readonly title: string
  readonly query: UseQueryResult<readonly Advertisement[]>
  /** How many, from the first on, say all there is to say. */
  readonly largeCount: number
  /** Beside each other where there is room, the large ones twice as wide. */
  readonly wide?: boolean
}

/** Sponsored offers in their order. When one is dismissed the focus stays here, with those that are left. */
export function AdGrid({ title, query: offers, largeCount, wide = false }: AdGridProps) {
  const place = useRef<HTMLDivElement>(null)
  const hide = (id: string) => {
    dismissAdvertisement(id)
    place.current?.focus({ preventScroll: true })
    showToast({ title: advertisementTexts.dismissed })
  }
  return (
    <Card title={title}>
      <div ref={place} tabIndex={-1} className="grid gap-3">
        <QueryView
          query={offers}
          errorTitle={advertisementTexts.failed}
          empty={<EmptyState text={advertisementTexts.empty} />}
        >
          {(list) => (
            <>
              <ul className={classNames('grid gap-3', wide && 'sm:grid-cols-2 lg:grid-cols-4')}>
                {list.map((one, rank) => (
                  <li key={one.id} className={classNames('min-w-0', wide && rank < largeCount && 'lg:col-span-2')}>
                    <AdCard advertisement={one} large={rank < largeCount} onDismiss={() => hide(one.id)} />
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
  /** With all there is to say. */
  readonly large: boolean
  readonly onDismiss: () => void
}

/** One sponsored offer: who pays for it comes first, and what it says is shown as words, its price as euro or N/A (B-46). */
export function AdCard({ advertisement, large, onDismiss }: AdCardProps) {
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
      {hasCurrentPromotion(advertisement) && <AdPromotion {...advertisement} />}
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

/** A-32, B-41: the browser follows the link by itself, so that it opens whatever becomes of the count. */
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

/** Within its window, or without one (S-22). */
const hasCurrentPromotion = ({ promotionalDate, promotionalEndDate }: Advertisement) => {
  const now = Date.now()
  return (
    (promotionalDate === null || Date.parse(promotionalDate) <= now) &&
    (promotionalEndDate === null || Date.parse(promotionalEndDate) >= now)
  )
}

const storageKey = 'garbo.advertisements.dismissed'
const listeners = new Set<() => void>()
/** What a window that keeps nothing was told. */
let unsavedIds = ''

const savedIds = () => {
  try {
    return sessionStorage.getItem(storageKey) ?? ''
  } catch {
    return ''
  }
}
const dismissedIds = () => `${unsavedIds} ${savedIds()}`.trim()

/** R-55, S-23: not seen again until the window is closed; nobody else hears of it. */
export const dismissAdvertisement = (id: string) => {
  try {
    sessionStorage.setItem(storageKey, `${savedIds()} ${id}`.trim())
  } catch {
    // private windows refuse storage: it is dismissed as long as the page stays
    unsavedIds = `${unsavedIds} ${id}`.trim()
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The ids of those dismissed, wherever on the screen that was. */
export const useDismissedIds = (): ReadonlySet<string> => {
  const ids = useSyncExternalStore(subscribe, dismissedIds)
  return useMemo(() => new Set(ids.split(' ')), [ids])
}
