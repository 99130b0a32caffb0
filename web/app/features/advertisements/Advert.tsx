import { X } from 'lucide-react'
import type { Advertisement } from '../../../contract/advertisements.ts'
import { Badge } from '../../components/Badge.tsx'
import { classNames } from '../../components/class-names.ts'
import { ExternalLink } from '../../components/ExternalLink.tsx'
import { money } from '../../shared/format.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { advertisements: words } = texts

interface AdvertProps {
  readonly advertisement: Advertisement
  /** With all there is to say. */
  readonly large: boolean
  readonly onDismiss: () => void
}

/** One sponsored offer: who pays for it comes first, and what it says is shown as words, its price as euro or N/A (B-46). */
export function Advert({ advertisement, large, onDismiss }: AdvertProps) {
  const { advertiserName, name, description, price } = advertisement
  return (
    <article className="relative grid h-full min-w-0 content-start gap-2 rounded-card border border-line p-4">
      <p className="min-w-0 pr-9 text-xs break-words text-muted">{words.sponsoredBy(advertiserName)}</p>
      <h3 className={classNames('min-w-0 break-words', large ? 'text-lg' : 'text-base')}>
        <Outward advertisement={advertisement} />
      </h3>
      {large && description !== null && <p className="text-sm break-words">{description}</p>}
      <p className="text-sm">
        {words.price}{' '}
        <span className="font-semibold tabular-nums">{price === null ? words.noPrice : money(price)}</span>
      </p>
      {isPromoted(advertisement) && <Promotion {...advertisement} />}
      <button
        type="button"
        aria-label={words.dismiss(name)}
        onClick={onDismiss}
        className="absolute top-0 right-0 grid size-11 place-items-center rounded-control text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </article>
  )
}

/** A-32, B-41: the browser follows the link by itself, so that it opens whatever becomes of the count. */
function Outward({ advertisement: { id, name, clickUrl } }: Pick<AdvertProps, 'advertisement'>) {
  const { mutate: count } = useWrite('clickAdvertisement')
  return (
    <ExternalLink href={clickUrl} sponsored onFollow={() => count({ params: { id }, body: {} })}>
      {name}
    </ExternalLink>
  )
}

function Promotion({ promotionType, couponCode }: Pick<Advertisement, 'promotionType' | 'couponCode'>) {
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
          {words.coupon} <span className="font-mono break-all">{couponCode}</span>
        </span>
      )}
    </p>
  )
}

/** Within its window, or without one (S-22). */
const isPromoted = ({ promotionalDate, promotionalEndDate }: Advertisement) => {
  const now = Date.now()
  return (
    (promotionalDate === null || Date.parse(promotionalDate) <= now) &&
    (promotionalEndDate === null || Date.parse(promotionalEndDate) >= now)
  )
}
