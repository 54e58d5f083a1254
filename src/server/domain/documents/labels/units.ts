import type { DocumentLanguage } from '#shared/document-languages.ts'
import { getPrintedUnit, type UnitCode } from '#shared/units.ts'

/** The units with a word in each language. The others have international symbols, such as kg, or are English, such as ft. */
const translated = [
  ...(['H87', 'HUR', 'MIN', 'DAY', 'WEE', 'MON', 'QAN', 'ANN', 'LS', 'E48', 'IE'] as const),
  ...(['SET', 'PR', 'DZN', 'XBX', 'XPK', 'XBG', 'XBO', 'XRO', 'XPX', 'ZP', 'D63'] as const),
] satisfies UnitCode[]
type Words = Record<(typeof translated)[number], string> & Partial<Record<UnitCode, string>>

/**
 * The words beside quantities. Each fits one and many, as '1 Std.' and '2 Std.': an abbreviation where the language has one, else the form that its invoices
 * use. They were written without a native speaker, see docs/decisions/041-document-language.md.
 */
export const unitWords: Readonly<Record<Exclude<DocumentLanguage, 'en'>, Words>> = {
  de: {
    ...{ H87: 'Stk.', HUR: 'Std.', MIN: 'Min.', DAY: 'Tag(e)', WEE: 'Wo.', MON: 'Mon.', QAN: 'Quart.', ANN: 'Jahr(e)', LS: 'pauschal' },
    ...{ E48: 'Leist.', IE: 'Pers.', SET: 'Set', PR: 'Paar', DZN: 'Dtzd.', XBX: 'Karton', XPK: 'Pack.', XBG: 'Beutel', XBO: 'Fl.' },
    ...{ XRO: 'Rolle(n)', XPX: 'Pal.', ZP: 'S.', D63: 'Buch' },
  },
  es: {
    ...{ H87: 'ud.', HUR: 'h', MIN: 'min', DAY: 'día(s)', WEE: 'sem.', MON: 'mes(es)', QAN: 'trim.', ANN: 'año(s)', LS: 'global' },
    ...{ E48: 'serv.', IE: 'pers.', SET: 'juego', PR: 'par', DZN: 'doc.', XBX: 'caja', XPK: 'paq.', XBG: 'bolsa', XBO: 'bot.' },
    ...{ XRO: 'rollo', XPX: 'palé', ZP: 'pág.', D63: 'libro' },
  },
  fr: {
    ...{ H87: 'pce', HUR: 'h', MIN: 'min', DAY: 'j', WEE: 'sem.', MON: 'mois', QAN: 'trim.', ANN: 'an(s)', LS: 'forfait', E48: 'prest.' },
    ...{ IE: 'pers.', SET: 'lot', PR: 'paire', DZN: 'dz', XBX: 'boîte', XPK: 'colis', XBG: 'sac', XBO: 'bout.', XRO: 'roul.' },
    ...{ XPX: 'pal.', ZP: 'p.', D63: 'livre' },
  },
  it: {
    ...{ H87: 'pz', HUR: 'h', MIN: 'min', DAY: 'gg', WEE: 'sett.', MON: 'mese/i', QAN: 'trim.', ANN: 'anno/i', LS: 'forf.', E48: 'serv.' },
    ...{ IE: 'pers.', SET: 'set', PR: 'paio', DZN: 'dozz.', XBX: 'scat.', XPK: 'conf.', XBG: 'sacco', XBO: 'bott.', XRO: 'rot.' },
    ...{ XPX: 'pal.', ZP: 'pag.', D63: 'libro' },
  },
  nl: {
    ...{ H87: 'st.', HUR: 'u', MIN: 'min', DAY: 'dag(en)', WEE: 'wk', MON: 'mnd', QAN: 'kwrt.', ANN: 'jr', LS: 'vast', E48: 'dienst' },
    ...{ IE: 'pers.', SET: 'set', PR: 'paar', DZN: 'dozijn', XBX: 'doos', XPK: 'pak', XBG: 'zak', XBO: 'fl.', XRO: 'rol' },
    ...{ XPX: 'pallet', ZP: 'pag.', D63: 'boek' },
  },
  pl: {
    ...{ H87: 'szt.', HUR: 'godz.', MIN: 'min', DAY: 'dzień', WEE: 'tydz.', MON: 'mies.', QAN: 'kwart.', ANN: 'rok', LS: 'ryczałt' },
    ...{ E48: 'usł.', IE: 'os.', SET: 'kpl.', PR: 'para', DZN: 'tuz.', XBX: 'pud.', XPK: 'opak.', XBG: 'worek', XBO: 'but.' },
    ...{ XRO: 'rolka', XPX: 'pal.', ZP: 'str.', D63: 'książka' },
  },
  pt: {
    ...{ H87: 'un.', HUR: 'h', MIN: 'min', DAY: 'dia(s)', WEE: 'sem.', MON: 'mês', QAN: 'trim.', ANN: 'ano(s)', LS: 'global' },
    ...{ E48: 'serv.', IE: 'pess.', SET: 'conj.', PR: 'par', DZN: 'dz.', XBX: 'cx.', XPK: 'pct.', XBG: 'saco', XBO: 'gar.' },
    ...{ XRO: 'rolo', XPX: 'palete', ZP: 'pág.', D63: 'livro' },
  },
  el: {
    ...{ H87: 'τεμ.', HUR: 'ώρ.', MIN: 'λεπ.', DAY: 'ημ.', WEE: 'εβδ.', MON: 'μήν.', QAN: 'τρίμ.', ANN: 'έτος', LS: 'κατ’ αποκ.' },
    ...{ E48: 'υπηρ.', IE: 'άτ.', SET: 'σετ', PR: 'ζεύγ.', DZN: 'δωδ.', XBX: 'κιβ.', XPK: 'συσκ.', XBG: 'σάκ.', XBO: 'φιάλη' },
    ...{ XRO: 'ρολό', XPX: 'παλ.', ZP: 'σελ.', D63: 'βιβλ.' },
  },
  uk: {
    ...{ H87: 'шт.', HUR: 'год', MIN: 'хв', DAY: 'дн.', WEE: 'тиж.', MON: 'міс.', QAN: 'кв.', ANN: 'рік', LS: 'фікс.', E48: 'посл.' },
    ...{ IE: 'ос.', SET: 'компл.', PR: 'пара', DZN: 'дюж.', XBX: 'кор.', XPK: 'упак.', XBG: 'мішок', XBO: 'пляш.', XRO: 'рул.' },
    ...{ XPX: 'пал.', ZP: 'стор.', D63: 'кн.', GRM: 'г', KGM: 'кг', TNE: 'т', MMT: 'мм', CMT: 'см', MTR: 'м', KMT: 'км', MTK: 'м²' },
    ...{ MTQ: 'м³', MLT: 'мл', LTR: 'л' },
  },
  ar: {
    ...{ H87: 'قطعة', HUR: 'ساعة', MIN: 'دقيقة', DAY: 'يوم', WEE: 'أسبوع', MON: 'شهر', QAN: 'ربع سنة', ANN: 'سنة', LS: 'مبلغ مقطوع' },
    ...{ E48: 'خدمة', IE: 'شخص', SET: 'طقم', PR: 'زوج', DZN: 'دزينة', XBX: 'صندوق', XPK: 'عبوة', XBG: 'كيس', XBO: 'زجاجة' },
    ...{ XRO: 'لفة', XPX: 'منصة', ZP: 'صفحة', D63: 'كتاب' },
  },
  he: {
    ...{ H87: 'יח׳', HUR: 'שעה', MIN: 'דק׳', DAY: 'יום', WEE: 'שבוע', MON: 'חודש', QAN: 'רבעון', ANN: 'שנה', LS: 'פאושלי' },
    ...{ E48: 'שירות', IE: 'אדם', SET: 'סט', PR: 'זוג', DZN: 'תריסר', XBX: 'קופסה', XPK: 'חבילה', XBG: 'שקית', XBO: 'בקבוק' },
    ...{ XRO: 'גליל', XPX: 'משטח', ZP: 'עמ׳', D63: 'ספר' },
  },
  hi: {
    ...{ H87: 'नग', HUR: 'घंटा', MIN: 'मिनट', DAY: 'दिन', WEE: 'सप्ताह', MON: 'माह', QAN: 'तिमाही', ANN: 'वर्ष', LS: 'एकमुश्त' },
    ...{ E48: 'सेवा', IE: 'व्यक्ति', SET: 'सेट', PR: 'जोड़ी', DZN: 'दर्जन', XBX: 'डिब्बा', XPK: 'पैकेट', XBG: 'थैला', XBO: 'बोतल' },
    ...{ XRO: 'रोल', XPX: 'पैलेट', ZP: 'पृष्ठ', D63: 'पुस्तक' },
  },
  th: {
    ...{ H87: 'ชิ้น', HUR: 'ชม.', MIN: 'นาที', DAY: 'วัน', WEE: 'สัปดาห์', MON: 'เดือน', QAN: 'ไตรมาส', ANN: 'ปี', LS: 'เหมา' },
    ...{ E48: 'บริการ', IE: 'คน', SET: 'ชุด', PR: 'คู่', DZN: 'โหล', XBX: 'กล่อง', XPK: 'ห่อ', XBG: 'ถุง', XBO: 'ขวด' },
    ...{ XRO: 'ม้วน', XPX: 'พาเลท', ZP: 'หน้า', D63: 'เล่ม' },
  },
  zh: {
    ...{ H87: '件', HUR: '小时', MIN: '分钟', DAY: '天', WEE: '周', MON: '个月', QAN: '季度', ANN: '年', LS: '包干', E48: '次' },
    ...{
      IE: '人',
      SET: '套',
      PR: '对',
      DZN: '打',
      XBX: '箱',
      XPK: '包',
      XBG: '袋',
      XBO: '瓶',
      XRO: '卷',
      XPX: '托盘',
      ZP: '页',
      D63: '本',
    },
  },
  ja: {
    ...{ H87: '個', HUR: '時間', MIN: '分', DAY: '日', WEE: '週間', MON: 'か月', QAN: '四半期', ANN: '年', LS: '一式', E48: '件' },
    ...{ IE: '名', SET: 'セット', PR: '組', DZN: 'ダース', XBX: '箱', XPK: 'パック', XBG: '袋', XBO: '本', XRO: 'ロール' },
    ...{ XPX: 'パレット', ZP: 'ページ', D63: '冊' },
  },
  ko: {
    ...{ H87: '개', HUR: '시간', MIN: '분', DAY: '일', WEE: '주', MON: '개월', QAN: '분기', ANN: '년', LS: '일식', E48: '건' },
    ...{ IE: '명', SET: '세트', PR: '쌍', DZN: '다스', XBX: '상자', XPK: '팩', XBG: '봉지', XBO: '병', XRO: '롤' },
    ...{ XPX: '팔레트', ZP: '쪽', D63: '권' },
  },
}

/** What a document in a language prints beside a quantity; nothing for C62. */
export const getUnitWord = (code: string, language: DocumentLanguage): string => {
  const words: Partial<Record<string, string>> = language === 'en' ? {} : unitWords[language]
  return words[code] ?? getPrintedUnit(code)
}
