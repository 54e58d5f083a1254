SET LOCAL lock_timeout = '5s';--> statement-breakpoint
CREATE TABLE "scheduled_sends" (
	"user_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"day" date NOT NULL,
	"time" char(5) NOT NULL,
	"time_zone" text NOT NULL,
	"send_at" timestamp with time zone,
	"to_address" text,
	"cc_addresses" text,
	"copy_to_me" boolean NOT NULL,
	"subject" text,
	"message" text,
	"problem" text,
	"problem_since" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scheduled_sends_user_id_document_id_pk" PRIMARY KEY("user_id","document_id"),
	CONSTRAINT "scheduled_sends_time" CHECK ("scheduled_sends"."time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "scheduled_sends_problem" CHECK (("scheduled_sends"."problem" is null) = ("scheduled_sends"."problem_since" is null) and ("scheduled_sends"."send_at" is not null or "scheduled_sends"."problem" is not null))
);
--> statement-breakpoint
CREATE TABLE "statement_run_customers" (
	"user_id" bigint NOT NULL,
	"period" date NOT NULL,
	"customer_id" bigint NOT NULL,
	"outcome" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	CONSTRAINT "statement_run_customers_user_id_period_customer_id_pk" PRIMARY KEY("user_id","period","customer_id"),
	CONSTRAINT "statement_run_customers_outcome" CHECK ("statement_run_customers"."outcome" in ('waiting', 'sent', 'skipped') and ("statement_run_customers"."outcome" = 'skipped') = ("statement_run_customers"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "statement_runs" (
	"user_id" bigint NOT NULL,
	"period" date NOT NULL,
	"reason" text,
	"problem" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "statement_runs_user_id_period_pk" PRIMARY KEY("user_id","period"),
	CONSTRAINT "statement_runs_reason" CHECK ("statement_runs"."reason" is null or "statement_runs"."finished_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "statement_schedules" (
	"user_id" bigint NOT NULL,
	"is_on" boolean NOT NULL,
	"day_of_month" smallint NOT NULL,
	"time" char(5) NOT NULL,
	"time_zone" text NOT NULL,
	"sends_to" text NOT NULL,
	"enabled_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "statement_schedules_user_id_pk" PRIMARY KEY("user_id"),
	CONSTRAINT "statement_schedules_day" CHECK ("statement_schedules"."day_of_month" between 1 and 28 or "statement_schedules"."day_of_month" = -1),
	CONSTRAINT "statement_schedules_time" CHECK ("statement_schedules"."time" ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
	CONSTRAINT "statement_schedules_sends_to" CHECK ("statement_schedules"."sends_to" in ('balance', 'movement'))
);
--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "statements_off" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_sends" ADD CONSTRAINT "scheduled_sends_document_fk" FOREIGN KEY ("user_id","document_id") REFERENCES "public"."documents"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_run_customers" ADD CONSTRAINT "statement_run_customers_run_fk" FOREIGN KEY ("user_id","period") REFERENCES "public"."statement_runs"("user_id","period") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_run_customers" ADD CONSTRAINT "statement_run_customers_customer_fk" FOREIGN KEY ("user_id","customer_id") REFERENCES "public"."customers"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_runs" ADD CONSTRAINT "statement_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_schedules" ADD CONSTRAINT "statement_schedules_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "statement_run_customers_customer_idx" ON "statement_run_customers" USING btree ("user_id","customer_id");
--> statement-breakpoint
ALTER TABLE scheduled_sends ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE scheduled_sends FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON scheduled_sends USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());
--> statement-breakpoint
ALTER TABLE statement_schedules ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE statement_schedules FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON statement_schedules USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());
--> statement-breakpoint
ALTER TABLE statement_runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE statement_runs FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON statement_runs USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());
--> statement-breakpoint
ALTER TABLE statement_run_customers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE statement_run_customers FORCE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY own_rows ON statement_run_customers USING (user_id = app_user_id()) WITH CHECK (user_id = app_user_id());