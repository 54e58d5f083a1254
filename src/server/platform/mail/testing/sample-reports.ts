// Reports as mail servers and mailbox providers write them. Each function takes the message's id and the recipient's address.

type About = { messageId: string; to: string; status?: string; diagnostic?: string; action?: string }

const crlf = (text: string) => text.replaceAll('\n', '\r\n')

/** Postfix: the status, then the whole message or its headers. */
export const postfixReport = ({ messageId, to, status = '5.1.1', action = 'failed', ...rest }: About) =>
  crlf(`Return-Path: <>
From: MAILER-DAEMON@mx.billfold.example (Mail Delivery System)
To: bounces@billfold.example
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4F2A81C0A3.1767225600/mx.billfold.example"
Message-Id: <20260101000000.4F2A81C0A3@mx.billfold.example>

This is a MIME-encapsulated message.

--4F2A81C0A3.1767225600/mx.billfold.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<${to}>: host mx.customer.example[192.0.2.7] said: ${rest.diagnostic ?? `550 5.1.1 <${to}>: Recipient address rejected: User unknown`}

--4F2A81C0A3.1767225600/mx.billfold.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.billfold.example
X-Postfix-Queue-ID: 4F2A81C0A3
X-Postfix-Sender: rfc822; bounces@billfold.example
Arrival-Date: Thu,  1 Jan 2026 00:00:00 +0000 (UTC)

Final-Recipient: rfc822; ${to}
Original-Recipient: rfc822;${to}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.customer.example
Diagnostic-Code: smtp; ${
    rest.diagnostic ??
    `550 5.1.1 <${to}>: Recipient address rejected:
    User unknown in virtual mailbox table`
  }

--4F2A81C0A3.1767225600/mx.billfold.example
Content-Description: Undelivered Message
Content-Type: message/rfc822

From: Acme <billing@billfold.example>
To: ${to}
Subject: Invoice INV-1 from Acme
Message-ID: ${messageId}
MIME-Version: 1.0
Content-Type: text/plain

Hello
Message-ID: <another-one@evil.example>

--4F2A81C0A3.1767225600/mx.billfold.example--
`)

/** Exim: a status of 5.0.0 for everything, and the headers only. */
const eximReport = ({ messageId, to }: About) =>
  crlf(`From: Mail Delivery System <Mailer-Daemon@mx.billfold.example>
X-Failed-Recipients: ${to}
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=1767225600-eximdsn-1804289383
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender

--1767225600-eximdsn-1804289383
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

--1767225600-eximdsn-1804289383
Content-type: message/delivery-status

Reporting-MTA: dns; mx.billfold.example

Action: failed
Final-Recipient: rfc822;${to}
Status: 5.0.0
Remote-MTA: dns; mx.customer.example
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.
 550 5.1.1 Please try double-checking the recipient's address

--1767225600-eximdsn-1804289383
Content-type: text/rfc822-headers

Received: from app by mx.billfold.example with esmtp
From: Acme <billing@billfold.example>
Message-ID:
 ${messageId}
To: ${to}

--1767225600-eximdsn-1804289383--
`)

/** Exchange Online: HTML beside the text, and 5.1.10 for an unknown recipient. */
const exchangeReport = ({ messageId, to }: About) =>
  crlf(`From: postmaster@customer.example
To: bounces@billfold.example
Content-Type: multipart/report; report-type=delivery-status;
	boundary="c5a7d1f0-8a4e-4c4b"
X-MS-Exchange-Message-Is-Ndr:
In-Reply-To: ${messageId}
References: ${messageId}
Subject: Undeliverable: Invoice INV-1 from Acme
MIME-Version: 1.0

--c5a7d1f0-8a4e-4c4b
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="inner-1"

--inner-1
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to ${to} couldn't be delivered.

--inner-1
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<p>Your message couldn't be delivered.</p>

--inner-1--

--c5a7d1f0-8a4e-4c4b
Content-Type: message/delivery-status

Reporting-MTA: dns;BN8NAM11.prod.outlook.example
Received-From-MTA: dns;mx.billfold.example
Arrival-Date: Thu, 1 Jan 2026 00:00:00 +0000

Original-Recipient: rfc822;${to}
Final-Recipient: rfc822;${to}
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ${to} not found by SMTP address lookup

--c5a7d1f0-8a4e-4c4b--
`)

/** Gmail: the recipient's own server answered that the account is disabled. */
const gmailReport = ({ messageId, to }: About) =>
  crlf(`From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: ${messageId}
In-Reply-To: ${messageId}
X-Failed-Recipients: ${to}
Content-Type: multipart/report; boundary="000000000000f1e2d3"; report-type=delivery-status

--000000000000f1e2d3
Content-Type: multipart/related; boundary="000000000000f1e2d4"

--000000000000f1e2d4
Content-Type: text/html; charset="UTF-8"

<p>Address not found</p>
--000000000000f1e2d4
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgo=
--000000000000f1e2d4--
--000000000000f1e2d3
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.example
Arrival-Date: Thu, 01 Jan 2026 00:00:00 -0800 (PST)
X-Original-Message-ID: ${messageId}

Final-Recipient: rfc822; ${to}
Action: failed
Status: 5.2.1
Diagnostic-Code: smtp; 550-5.2.1 The email account that you tried to reach is inactive.
Last-Attempt-Date: Thu, 01 Jan 2026 00:00:01 -0800 (PST)

--000000000000f1e2d3
Content-Type: message/rfc822

Message-ID: ${messageId}
Subject: Invoice INV-1 from Acme

--000000000000f1e2d3--
`)

/** Sendmail: lines end in LF alone, field names in other cases, and no enhanced code in the server's answer. */
const sendmailReport = ({ messageId, to }: About) => `From: Mail Delivery Subsystem <MAILER-DAEMON>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="v0100000.1767225600/mx"
Subject: Returned mail: see transcript for details

--v0100000.1767225600/mx

   ----- The following addresses had permanent fatal errors -----
<${to}>
    (reason: 550 Requested action not taken)

--v0100000.1767225600/mx
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.billfold.example

FINAL-RECIPIENT: RFC822; <${to.toUpperCase()}>
ACTION: Failed
STATUS: 5.1.2
DIAGNOSTIC-CODE: SMTP; 550 Host unknown

--v0100000.1767225600/mx
Content-Type: text/rfc822-headers

message-id: ${messageId}

--v0100000.1767225600/mx--
`

/** qmail: plain text in a form of its own. It isn't read. */
export const qmailMessage = ({ messageId, to }: About) => `From: MAILER-DAEMON@mx.billfold.example
Subject: failure notice

Hi. This is the qmail-send program at mx.billfold.example.

<${to}>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

Message-ID: ${messageId}
`

/** A complaint as of RFC 5965; most providers leave the recipient out. */
export const complaint = ({ messageId, to, type = 'abuse' }: { messageId: string; to: string | null; type?: string }) =>
  crlf(`From: <abusedesk@provider.example>
Subject: FW: Invoice INV-1 from Acme
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
     boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message received from IP 192.0.2.1.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1
Original-Mail-From: <bounces@billfold.example>
${to ? `Original-Rcpt-To: <${to}>\n` : ''}Arrival-Date: Thu, 8 Jan 2026 14:00:00 EDT

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822
Content-Disposition: inline

From: <bounces@billfold.example>
Message-ID: ${messageId}

Hello
--part1_13d.2e68ed54_boundary--
`)

export const bounceReports = { postfixReport, eximReport, exchangeReport, gmailReport, sendmailReport }
