"""The crawler: sources (Scrapy spiders), the pipeline that stores what they bring, and the run."""
