import { chromium } from 'playwright-core'
import { AxeBuilder } from '@axe-core/playwright'
import { mkdirSync } from 'node:fs'
const out='/tmp/garbo-web/shots'; mkdirSync(out,{recursive:true})
const all=[
 ['home','/','visitor'],['client-auth','/client-auth','visitor'],['client-register','/client-auth?mode=register','visitor'],['login','/login','visitor'],['register','/register','visitor'],
 ['verify','/client-auth','newclient'],['404','/nulla','visitor'],['business','/business/biz-1','visitor'],['business-client','/business/biz-1','client'],
 ['dashboard','/dashboard','unconfirmed'],['dashboard-empty','/dashboard','empty'],['clients','/clients','business'],['ratings','/ratings','business'],['rewards-biz','/rewards','business'],
 ['book','/book-travel','business'],['ava','/ava-wallet','business'],['dashboard-client','/dashboard','client'],['client-dashboard','/client-dashboard','client'],['client-expired','/client-dashboard','visitor'],
 ['my-reviews','/my-reviews','client'],['my-rewards','/my-rewards','client'],['my-travels','/my-travels','client'],['my-reviews-empty','/my-reviews','emptyclient'],
 ['moderation','/admin/reviews','moderator'],['moderation-reviews','/admin/reviews?view=reviews','moderator'],['case','/admin/reviews?case=case-0','moderator'],['forbidden','/admin/reviews','business'],['confirm','/confirm-email','visitor'],
]
const only=process.argv[2]?.split(',')
const browser=await chromium.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox']})
let bad=0
for(const scheme of ['light','dark']) for(const width of [360,1280]){
  for(const [name,path,as] of all){ if(only&&!only.includes(name)) continue
    const context=await browser.newContext({viewport:{width,height:width===360?780:900},colorScheme:scheme,reducedMotion:'reduce'})
    await context.addCookies([{name:'as',value:as,url:'http://localhost:4175'}])
    const page=await context.newPage()
    page.on('console',m=>{if(m.type()==='error'&&!/401|404/.test(m.text()))console.log(name,m.text())})
    page.on('pageerror',e=>console.log(name,'PAGEERROR',e.message))
    await page.goto('http://localhost:4175'+path)
    await page.locator('h1').waitFor({timeout:5000}).catch(()=>console.log(name,'no h1'))
    await page.waitForTimeout(350)
    const wide=await page.evaluate(()=>document.documentElement.scrollWidth-innerWidth)
    if(wide>0) console.log(name,width,'overflows by',wide)
    const axe=await new AxeBuilder({page}).withTags(['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa','best-practice']).analyze()
    for(const v of axe.violations){bad++;console.log(name,scheme,width,v.id,v.impact,v.nodes.slice(0,2).map(n=>n.html.slice(0,160)+' | '+(n.any[0]?.message??n.failureSummary??'').slice(0,150)).join('\n   '))}
    await page.screenshot({path:`${out}/${name}-${width}-${scheme}.png`,fullPage:true})
    await context.close()
  }}
console.log('violations',bad); await browser.close()
