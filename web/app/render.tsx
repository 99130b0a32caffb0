import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { matchPath, StaticRouter } from 'react-router-dom'
import type { PublicProfile } from '../contract/accounts/businesses.ts'
import type { PageOptions, RenderedPage, RenderPage } from '../contract/pages.ts'
import type { Review } from '../contract/reviews/reviews.ts'
import { businessProfileQuery, businessReviewsQuery } from './features/reviews/queries.ts'
import { signInTexts } from './features/accounts/sign-in/texts.ts'
import { reviewTexts } from './features/reviews/texts.ts'
import { communityTexts } from './pages/marketing/community.texts.ts'
import { homeTexts, landingTexts } from './pages/marketing/landing.texts.ts'
import { privacyPolicyTexts } from './pages/marketing/privacy-policy.texts.ts'
import { Pages, preloadPage } from './routes.tsx'
import { addressWithProvince } from './shared/format.ts'
import { newQueryClient } from './shared/queries.ts'
import { sessionKey } from './shared/session.ts'
import { shellTexts } from './texts.ts'

type QueryData = readonly (readonly [key: readonly unknown[], data: unknown])[]
type PageInfo = Pick<RenderedPage, 'title' | 'description' | 'source'> & { readonly path: string }

const marketing = 'pages/marketing'
const login = {
  path: '/login',
  title: signInTexts.titleWithoutType,
  description: homeTexts.lead,
  source: 'features/accounts/sign-in/LoginPage.tsx',
}
const landing = { path: '/landing', title: landingTexts.title, description: landingTexts.lead }
const fixedPages: Readonly<Record<string, PageInfo>> = {
  '/': { path: '/', title: homeTexts.title, description: homeTexts.lead, source: `${marketing}/HomePage.tsx` },
  '/landing': { ...landing, source: `${marketing}/LandingPage.tsx` },
  '/login': login,
  '/auth/login': login,
  '/community-guidelines': {
    path: '/community-guidelines',
    title: communityTexts.title,
    description: communityTexts.intro,
    source: `${marketing}/CommunityGuidelinesPage.tsx`,
  },
  '/privacy-policy': {
    path: '/privacy-policy',
    title: privacyPolicyTexts.title,
    description: privacyPolicyTexts.intro,
    source: `${marketing}/PrivacyPolicyPage.tsx`,
  },
}

/** Renders a page that arrives as HTML; null for all others, which the browser renders. */
export const renderPage: RenderPage = async (url, options) => {
  const path = pathOf(url)
  const info = fixedPages[path]
  if (info !== undefined) return { ...(await render(url, info, options, [])), fixed: url === path }
  const id = matchPath('/business/:id', path)?.params.id
  return id === undefined ? null : renderBusiness(path, id, options)
}

/** As written: another spelling of a fixed page's path is not that page. */
const pathOf = (url: string) => url.split('?')[0] ?? url

/** @rule R-105 business page; visitors also get its reviews, whose actions depend on the reader */
const renderBusiness = async (at: string, id: string, options: PageOptions): Promise<RenderedPage | null> => {
  const encoded = encodeURIComponent(id)
  const profile = await options.read(`/api/businesses/${encoded}`)
  const source = 'pages/BusinessPage.tsx'
  if (profile.status === 404 || profile.status === 400)
    return {
      status: 404,
      title: pageTitle(shellTexts.notFoundTitle),
      description: shellTexts.notFound,
      path: null,
      source,
      html: '',
      data: null,
      fixed: false,
    }
  if (profile.status !== 200) return null
  const business = profile.body as PublicProfile
  const data: [readonly unknown[], unknown][] = [[businessProfileQuery(id).queryKey, business]]
  const reviews = options.signedIn ? null : await options.read(`/api/reviews/target/BUSINESS/${encoded}?limit=20`)
  if (reviews?.status === 200) {
    const page = { items: reviews.body as readonly Review[], nextCursor: reviews.nextCursor }
    data.push([businessReviewsQuery(id).queryKey, { pages: [page], pageParams: [null] }])
  }
  const info = { path: `/business/${encoded}`, title: business.businessName, description: summaryOf(business), source }
  return { ...(await render(at, info, options, data)), fixed: false }
}

const summaryOf = ({ businessName, location, province, totalReviews }: PublicProfile) =>
  [businessName, addressWithProvince(location, province), reviewTexts.business.total(totalReviews)].join(' · ')

const pageTitle = (title: string) => `${title} · ${shellTexts.product}`

const render = async (url: string, info: PageInfo, { signedIn, reuse }: PageOptions, data: QueryData) => {
  await preloadPage(pathOf(url))
  const content = JSON.stringify(data)
  return {
    ...info,
    status: 200 as const,
    title: pageTitle(info.title),
    html: reuse(`${url} ${content}`, () => htmlOf(url, signedIn, data)),
    // cannot end the script element that contains it
    data: data.length === 0 ? null : content.replaceAll('<', String.raw`\u003c`),
  }
}

const htmlOf = (url: string, signedIn: boolean, data: QueryData) => {
  const client = newQueryClient()
  if (!signedIn) client.setQueryData(sessionKey, null)
  for (const [key, value] of data) client.setQueryData(key, value)
  const html = renderToString(
    <StrictMode>
      <QueryClientProvider client={client}>
        <StaticRouter location={url}>
          <Pages />
        </StaticRouter>
      </QueryClientProvider>
    </StrictMode>,
  )
  client.clear()
  return html
}
